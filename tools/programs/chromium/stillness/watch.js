/*
 * Runs beside a page, in a world of its own: it sees the page's documents, and neither sees what the page's scripts put in place of the
 * browser's own functions, nor is seen by them (still.ts). `untilStill` is called by name there.
 */

/** A frame of the page that is not drawn gets no animation frames at all. Milliseconds until it counts as one. */
const NOT_DRAWN_MS = 1000;

/** How long the frame's other work may come first before the frame counts as one that is at work. Milliseconds. */
const IDLE_MS = 250;

/** Frames in a row that nothing may change in. */
const QUIET_FRAMES = 2;

/** Canvases that are looked at; and pixels of one up to which it is scaled down with every pixel counting. */
const CANVASES = 100;
const SMOOTH_PIXELS = 2 ** 24;

/** Side of the small picture that a canvas is compared by. */
const SAMPLE = 64;

/** Of a property of the browser's own: elements of a page can be named like properties of a document or a form, and come before them. */
const getterOf = ({ prototype }, name) => {
  const { get } = Object.getOwnPropertyDescriptor(prototype, name);
  return (object) => get.call(object);
};
const fontsOf = getterOf(Document, 'fonts');
const timelineOf = getterOf(Document, 'timeline');
const rootElementOf = getterOf(Document, 'documentElement');
const shadowRootOf = getterOf(Element, 'shadowRoot');

const animationsOf = (page) => Document.prototype.getAnimations.call(page);

/** Null: it is of another origin, or its frame has gone to another process. */
function documentOf(view) {
  try {
    return view.document;
  } catch {
    return null;
  }
}

/** The numbers that a window gives to requested animation frames are consecutive: one that is missing between ours is the page's. */
class FrameRequests {
  #last = new Map();
  #ours = 0;

  /** The next frame of this window. */
  next() {
    this.#ours += 1;
    return new Promise((resolve) => requestAnimationFrame(() => resolve(true)));
  }

  /** Whether the page has requested an animation frame in any of its windows since the last question. */
  requestedIn(views) {
    const found = views.filter((view) => {
      const id = view.requestAnimationFrame(() => {});
      view.cancelAnimationFrame(id);
      const ours = view === globalThis ? this.#ours : 0;
      const before = this.#last.get(view);
      this.#last.set(view, id);
      return before !== undefined && id !== before + ours + 1;
    });
    this.#ours = 0;
    return found.length > 0;
  }
}

/** What canvases show, as far as their pixels may be read: those with pictures of other origins may not. */
class Canvases {
  #known = new WeakMap();
  #context = new OffscreenCanvas(SAMPLE, SAMPLE).getContext('2d', { willReadFrequently: true });

  /** Whether any of them shows something else than at the last question. */
  changed(canvases) {
    return canvases.filter((canvas) => this.#changed(canvas)).length > 0;
  }

  #changed(canvas) {
    const now = this.#look(canvas);
    const before = this.#known.get(canvas);
    this.#known.set(canvas, now);
    return before !== undefined && before !== now;
  }

  #look(canvas) {
    const { width, height } = canvas;
    if (width === 0 || height === 0) return '';
    const context = this.#context;
    context.clearRect(0, 0, SAMPLE, SAMPLE);
    context.imageSmoothingQuality = width * height <= SMOOTH_PIXELS ? 'high' : 'low';
    try {
      context.drawImage(canvas, 0, 0, SAMPLE, SAMPLE);
      const pixels = new Uint32Array(context.getImageData(0, 0, SAMPLE, SAMPLE).data.buffer);
      return `${width} ${height} ${pixels.reduce((hash, pixel) => Math.imul(hash ^ pixel, 16_777_619), 0)}`;
    } catch {
      this.#context = new OffscreenCanvas(SAMPLE, SAMPLE).getContext('2d', { willReadFrequently: true });
      return `${width} ${height}`;
    }
  }
}

/** All documents of a window and of the frames in it that it may see, with their open shadow trees. */
class Documents {
  #observer = new MutationObserver(() => {
    this.#mutated = true;
  });
  #mutated = true;
  #roots = new Set();
  views = [];
  canvases = [];

  /** Whether a tree has changed since the last question. */
  changed() {
    const mutated = this.#observer.takeRecords().length > 0 || this.#mutated;
    this.#mutated = false;
    const changed = mutated || this.views.some((view) => !this.#roots.has(documentOf(view)));
    if (changed) this.#collect();
    return changed;
  }

  close() {
    this.#observer.disconnect();
  }

  #collect() {
    this.views = [];
    this.canvases = [];
    this.#collectView(globalThis);
  }

  #collectView(view) {
    const page = view === null ? null : documentOf(view);
    if (page === null) return;
    this.views.push(view);
    this.#collectElements(page, Document.prototype.querySelectorAll);
  }

  #collectElements(root, querySelectorAll) {
    if (!this.#roots.has(root)) {
      this.#roots.add(root);
      this.#observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    }
    for (const element of querySelectorAll.call(root, '*')) {
      const shadowRoot = shadowRootOf(element);
      if (shadowRoot !== null) this.#collectElements(shadowRoot, DocumentFragment.prototype.querySelectorAll);
      switch (element.localName) {
        case 'canvas':
          if (this.canvases.length < CANVASES) this.canvases.push(element);
          break;
        case 'frame':
        case 'iframe':
        case 'object':
          this.#collectView(element.contentWindow ?? null);
      }
      // Nobody scrolls to what is loaded when it comes into view.
      if (element.loading === 'lazy') element.loading = 'eager';
    }
  }
}

/**
 * Brings animations that end to their end, as waiting would, and leaves those that do not.
 * @returns whether there was one
 */
function finishAnimations({ document: page }) {
  let any = false;
  for (const animation of animationsOf(page)) {
    const ends = animation.effect?.getComputedTiming().endTime < Number.POSITIVE_INFINITY;
    if (animation.playState !== 'running' || !ends || animation.timeline !== timelineOf(page)) continue;
    try {
      animation.finish();
      any = true;
    } catch {
      // One that runs at the speed 0 has no end.
    }
  }
  return any;
}

function sizeOf({ document: page }) {
  const root = rootElementOf(page);
  return root === null ? '' : `${root.scrollWidth} ${root.scrollHeight}`;
}

/** Ends when the pictures have been decoded that the page, too, has asked for: Chromium decodes one after the other. */
async function decoded() {
  const image = new Image();
  image.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
  await image.decode().catch(() => {});
}

/** Whether the frame of another process that this is, is drawn; ends with its first frame. */
const drawn = (requests) =>
  Promise.race([requests.next(), new Promise((resolve) => setTimeout(() => resolve(false), NOT_DRAWN_MS))]);

/** Whether everything that was due has run; at work all the time, the page comes to no end of it. */
const idle = () =>
  new Promise((resolve) => requestIdleCallback((deadline) => resolve(!deadline.didTimeout), { timeout: IDLE_MS }));

/**
 * Ends when two frames have been painted in which nothing changed, or when the budget is used up.
 * @param budget frames and milliseconds: both are used up before it ends
 * @returns `still`, and the frames that it took
 */
globalThis.untilStill = async ({ frames: most, milliseconds }) => {
  const started = performance.now();
  const [documents, requests, canvases] = [new Documents(), new FrameRequests(), new Canvases()];
  let size = '';
  /** Whether something is in motion. Each is asked, as each keeps what it saw. */
  const inMotion = () => {
    const [mutated, ...others] = [documents.changed(), canvases.changed(documents.canvases)];
    const { views } = documents;
    const requested = requests.requestedIn(views);
    const finished = views.filter((view) => finishAnimations(view)).length > 0;
    const loading = views.some((view) => fontsOf(view.document).status === 'loading');
    const before = size;
    size = views.map((view) => sizeOf(view)).join();
    return mutated || requested || finished || loading || size !== before || others.includes(true);
  };
  let frames = 0;
  try {
    if (globalThis !== globalThis.top && !(await drawn(requests))) return { still: true, frames };
    inMotion();
    for (let quiet = 0; quiet < QUIET_FRAMES; ) {
      const pictures = quiet === QUIET_FRAMES - 1 ? decoded() : null;
      await requests.next();
      frames += 1;
      quiet = inMotion() ? 0 : quiet + 1;
      if (quiet === QUIET_FRAMES) {
        await pictures;
        if (!(await idle()) || inMotion()) quiet = 0;
      }
      if (quiet < QUIET_FRAMES && frames >= most && performance.now() - started >= milliseconds) {
        return { still: false, frames };
      }
    }
    return { still: true, frames };
  } finally {
    documents.close();
  }
};
