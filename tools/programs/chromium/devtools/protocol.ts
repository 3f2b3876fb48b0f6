/*
 * The commands and events of Chromium's DevTools protocol that are used here, with the members that are used. They are those of the
 * protocol's "tip of tree"; https://chromedevtools.github.io/devtools-protocol describes them.
 */

/** Commands: `[parameters, result]`. */
export interface Commands {
  'Browser.getVersion': [Record<string, never>, { readonly userAgent: string }];
  'Browser.setDownloadBehavior': [{ behavior: 'deny'; browserContextId: string; eventsEnabled: boolean }, object];
  'Emulation.setDefaultBackgroundColorOverride': [{ color: { r: number; g: number; b: number; a: number } }, object];
  'Emulation.setDeviceMetricsOverride': [DeviceMetrics, object];
  'Emulation.setEmulatedMedia': [{ media: string; features: readonly { name: string; value: string }[] }, object];
  'Emulation.setFocusEmulationEnabled': [{ enabled: boolean }, object];
  'Emulation.setScriptExecutionDisabled': [{ value: boolean }, object];
  'Emulation.setUserAgentOverride': [{ userAgent: string }, object];
  'Fetch.continueRequest': [{ requestId: string; headers?: readonly HeaderEntry[] }, object];
  'Fetch.continueWithAuth': [{ requestId: string; authChallengeResponse: AuthAnswer }, object];
  'Fetch.enable': [{ handleAuthRequests: boolean; patterns: readonly { urlPattern: string }[] }, object];
  'Fetch.failRequest': [{ requestId: string; errorReason: 'BlockedByClient' }, object];
  'Fetch.fulfillRequest': [
    { requestId: string; responseCode: number; responseHeaders: readonly HeaderEntry[]; body: string },
    object,
  ];
  'IO.close': [{ handle: string }, object];
  'IO.read': [
    { handle: string; size: number },
    { readonly data: string; readonly base64Encoded?: boolean; readonly eof: boolean },
  ];
  'Network.enable': [{ maxTotalBufferSize: number; maxResourceBufferSize: number; maxPostDataSize: number }, object];
  'Network.getCookies': [
    { urls: readonly string[] },
    { readonly cookies: readonly { readonly name: string; readonly value: string }[] },
  ];
  'Page.addScriptToEvaluateOnNewDocument': [{ source: string }, object];
  'Page.captureScreenshot': [ScreenshotSettings, { readonly data: string }];
  'Page.captureSnapshot': [{ format: 'mhtml' }, { readonly data: string }];
  'Page.createIsolatedWorld': [{ frameId: string; worldName?: string }, { readonly executionContextId: number }];
  'Page.enable': [Record<string, never>, object];
  'Page.getFrameTree': [Record<string, never>, { readonly frameTree: FrameTree }];
  'Page.getLayoutMetrics': [
    Record<string, never>,
    { readonly cssContentSize: { readonly width: number; readonly height: number } },
  ];
  'Page.handleJavaScriptDialog': [{ accept: boolean }, object];
  'Page.navigate': [{ url: string }, { readonly loaderId?: string; readonly errorText?: string }];
  'Page.printToPDF': [PdfSettings, { readonly stream?: string }];
  'Page.setLifecycleEventsEnabled': [{ enabled: boolean }, object];
  'Runtime.enable': [Record<string, never>, object];
  'Runtime.evaluate': [
    { expression: string; contextId?: number; awaitPromise?: boolean; returnByValue?: boolean },
    { readonly result: RemoteValue; readonly exceptionDetails?: ExceptionDetails },
  ];
  'Runtime.runIfWaitingForDebugger': [Record<string, never>, object];
  'Storage.setCookies': [{ browserContextId: string; cookies: readonly CookieToSet[] }, object];
  'Target.attachToTarget': [{ targetId: string; flatten: true }, { readonly sessionId: string }];
  'Target.closeTarget': [{ targetId: string }, object];
  'Target.createBrowserContext': [
    { disposeOnDetach: boolean; proxyServer?: string; proxyBypassList?: string },
    { readonly browserContextId: string },
  ];
  'Target.createTarget': [{ url: string; browserContextId: string }, { readonly targetId: string }];
  'Target.disposeBrowserContext': [{ browserContextId: string }, object];
  'Target.setAutoAttach': [{ autoAttach: boolean; waitForDebuggerOnStart: boolean; flatten: true }, object];
  'Target.setDiscoverTargets': [{ discover: boolean }, object];
}

/** Events: their parameters. */
export interface Events {
  'Browser.downloadWillBegin': { readonly frameId: string };
  'Fetch.authRequired': {
    readonly requestId: string;
    readonly authChallenge: { readonly source?: 'Server' | 'Proxy' };
  };
  'Fetch.requestPaused': {
    readonly requestId: string;
    readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
    /** Of the request that was redirected here. */
    readonly redirectedRequestId?: string;
  };
  'Network.loadingFailed': { readonly requestId: string; readonly type: string; readonly errorText: string };
  'Network.loadingFinished': { readonly requestId: string };
  'Network.requestWillBeSent': {
    readonly requestId: string;
    readonly loaderId: string;
    readonly request: { readonly url: string };
    readonly frameId?: string;
    readonly type?: string;
  };
  'Network.responseReceived': {
    readonly requestId: string;
    readonly loaderId: string;
    readonly type: string;
    readonly frameId?: string;
    readonly response: {
      readonly url: string;
      readonly status: number;
      readonly mimeType: string;
      readonly headers: Readonly<Record<string, string>>;
    };
  };
  'Network.webSocketCreated': { readonly url: string };
  'Page.frameDetached': { readonly frameId: string };
  'Page.frameNavigated': { readonly frame: Frame };
  'Page.javascriptDialogOpening': { readonly type: string };
  'Page.lifecycleEvent': { readonly frameId: string; readonly loaderId: string; readonly name: string };
  'Runtime.exceptionThrown': { readonly exceptionDetails: ExceptionDetails };
  'Target.attachedToTarget': { readonly sessionId: string; readonly targetInfo: TargetInfo };
  'Target.detachedFromTarget': { readonly sessionId: string };
  'Target.targetCrashed': { readonly targetId: string };
  'Target.targetCreated': { readonly targetInfo: TargetInfo };
}

export interface Frame {
  readonly id: string;
  readonly loaderId: string;
  readonly url: string;
  readonly urlFragment?: string;
  readonly securityOrigin: string;
}

export interface FrameTree {
  readonly frame: Frame;
  readonly childFrames?: readonly FrameTree[];
}

/** A value of the page: objects have no value here, and some numbers are a text. */
export interface RemoteValue {
  readonly type: string;
  readonly subtype?: string;
  readonly value?: unknown;
  readonly unserializableValue?: string;
}

export interface ExceptionDetails {
  readonly text: string;
  readonly exception?: { readonly description?: string; readonly value?: unknown };
}

export interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly browserContextId?: string;
}

export interface HeaderEntry {
  readonly name: string;
  readonly value: string;
}

type AuthAnswer =
  | { readonly response: 'ProvideCredentials'; readonly username: string; readonly password: string }
  | { readonly response: 'CancelAuth' };

interface DeviceMetrics {
  readonly width: number;
  readonly height: number;
  readonly screenWidth: number;
  readonly screenHeight: number;
  readonly deviceScaleFactor: number;
  readonly mobile: boolean;
}

interface ScreenshotSettings {
  readonly format: 'png';
  readonly optimizeForSpeed: boolean;
  readonly captureBeyondViewport?: boolean;
  readonly clip?: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
    readonly scale: number;
  };
}

interface PdfSettings {
  readonly transferMode: 'ReturnAsStream';
  readonly landscape: boolean;
  readonly displayHeaderFooter: boolean;
  readonly headerTemplate: string;
  readonly footerTemplate: string;
  readonly printBackground: boolean;
  readonly scale: number;
  readonly paperWidth: number;
  readonly paperHeight: number;
  readonly marginTop: number;
  readonly marginBottom: number;
  readonly marginLeft: number;
  readonly marginRight: number;
  readonly pageRanges: string;
  readonly preferCSSPageSize: boolean;
  readonly generateTaggedPDF: boolean;
  readonly generateDocumentOutline: boolean;
}

export interface CookieToSet {
  readonly name: string;
  readonly value: string;
  readonly url?: string;
  readonly domain?: string;
  readonly path?: string;
  readonly secure?: boolean;
  readonly httpOnly?: boolean;
  readonly sameSite?: 'Strict' | 'Lax' | 'None';
}
