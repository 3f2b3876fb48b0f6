import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pictureAddress } from '../text/html/addresses.ts';
import { escapeText, htmlPage } from '../text/html/writer.ts';
import { type BodyHtml, bodyHtml } from './body-html.ts';
import { addressText, MAIL_LIMITS, type Mail, type MailBody, type MailFile } from './mail.ts';
import { plainHtml } from './plain-html.ts';

export interface PageOptions {
  /** Title of a page of several mails. */
  readonly title: string;
  /** Whether remote pictures stay in the page, for a browser that may load them. */
  readonly remote: boolean;
  /** Whether quotes in plain texts keep their marks (`>`), for a page that becomes plain text. */
  readonly quoteMarks: boolean;
}

/** What a page shows of its mails, for warnings. */
export interface PageFacts {
  readonly remotePictures: number;
  /** Backgrounds on the web, which are never loaded. */
  readonly remoteBackgrounds: number;
  /** Pictures in the mails that are no bitmaps of the web, or too many. */
  readonly missingPictures: number;
  readonly encrypted: number;
  /** Mails with characters that are not valid in the encoding that they state. */
  readonly undecoded: number;
  /** Names of the files whose pictures are shown in a text. */
  readonly shown: readonly string[];
}

const STYLE = `body { font-family: Arial, 'Liberation Sans', Helvetica, sans-serif; font-size: 11pt; line-height: 1.4; }
h1.mail-subject { font-size: 16pt; margin: 0 0 8pt; } h2.mail-subject, h3.mail-subject { font-size: 13pt; margin: 0 0 6pt; }
.mail-subject small { font-weight: normal; font-size: 10pt; }
.mail-headers { border-bottom: 1px solid #999; padding-bottom: 6pt; overflow-wrap: anywhere; }
.mail-note { color: #555; font-style: italic; }
.mail-body { position: relative; overflow-y: clip; overflow-wrap: anywhere; margin: 8pt 0; }
.mail-body blockquote { margin-left: 0; padding-left: 8pt; border-left: 2px solid #bbb; }
.mail-files { border-top: 1px solid #999; padding-top: 6pt; }
.mail-attached { margin: 12pt 0 0; padding-left: 12pt; border-left: 3px solid #bbb; }
img { max-width: 100%; }`;

/** Returns one page of HTML that shows mails one after the other, with the mails attached to each below it, and what it shows of them. */
export function mailsPage(
  mails: readonly Mail[],
  bodies: readonly MailBody[],
  folder: string,
  options: PageOptions,
): { readonly html: string; readonly facts: PageFacts } {
  const page = new MailsPage(bodies, new Pictures(folder), options);
  return page.of(mails);
}

/** Bitmaps of mails as `data:` addresses. */
class Pictures {
  missing = 0;
  readonly #folder: string;
  readonly #addresses = new Map<string, string | null>();
  #bytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the address of a file's picture; null if it is none, or there are too many. */
  addressOf({ file, size }: MailFile): string | null {
    const known = this.#addresses.get(file);
    if (known !== undefined) return known;
    this.#bytes += size;
    const isTooMuch = this.#bytes > MAIL_LIMITS.pictureBytes;
    const address = isTooMuch
      ? null
      : pictureAddress(`data:;base64,${readFileSync(join(this.#folder, file), 'base64')}`);
    if (address === null) this.missing++;
    this.#addresses.set(file, address);
    return address;
  }
}

class MailsPage {
  readonly #bodies: readonly MailBody[];
  readonly #pictures: Pictures;
  readonly #options: PageOptions;
  readonly #styles: string[] = [STYLE];
  readonly #shown = new Set<string>();
  #remotePictures = 0;
  #remoteBackgrounds = 0;
  #encrypted = 0;
  #undecoded = 0;

  constructor(bodies: readonly MailBody[], pictures: Pictures, options: PageOptions) {
    this.#bodies = bodies;
    this.#pictures = pictures;
    this.#options = options;
  }

  of(mails: readonly Mail[]): { readonly html: string; readonly facts: PageFacts } {
    const several = mails.length > 1;
    const [only] = mails;
    const body = mails.map((mail, index) => this.#mail(mail, { level: 1, several, isFirst: index === 0 })).join('\n');
    const html = htmlPage({
      title: (several ? '' : only?.subject) || this.#options.title,
      metadata: new Map(several || only === undefined ? [] : [['author', only.from.map(addressText).join(', ')]]),
      styles: this.#styles,
      htmlAttributes: new Map(),
      bodyAttributes: new Map(),
      body,
    });
    const facts = {
      remotePictures: this.#remotePictures,
      remoteBackgrounds: this.#remoteBackgrounds,
      missingPictures: this.#pictures.missing,
      encrypted: this.#encrypted,
      undecoded: this.#undecoded,
      shown: [...this.#shown],
    };
    return { html, facts };
  }

  #mail(mail: Mail, place: { level: number; several: boolean; isFirst: boolean }): string {
    const { level, several, isFirst } = place;
    const heading = `h${Math.min(6, level)}`;
    const broken = isFirst ? '' : ' style="page-break-before: always"';
    const date = several && mail.date !== null ? ` <small>· ${escapeText(mail.date)}</small>` : '';
    const parts = [
      `<${heading} class="mail-subject"${broken}>${escapeText(mail.subject) || '(no subject)'}${date}</${heading}>`,
      headersHtml(mail),
      this.#text(mail, level),
      this.#picturesBelow(mail.files),
      filesHtml(mail.files.filter(({ file }) => !this.#shown.has(file))),
      ...mail.files.flatMap(({ mail: attached }) => {
        if (attached === null) return [];
        const inner = this.#mail(attached, { level: level + 1, several: false, isFirst: true });
        return [`<blockquote class="mail-attached">${inner}</blockquote>`];
      }),
    ];
    return parts.filter((part) => part !== '').join('\n');
  }

  #text(mail: Mail, level: number): string {
    const { html, text } = this.#bodies[mail.body] ?? { html: null, text: null };
    if (mail.seal?.is === 'encrypted') this.#encrypted++;
    if ((html ?? text)?.includes('\ufffd')) this.#undecoded++;
    const note = mail.seal === null ? '' : `<p class="mail-note">${SEALS[mail.seal.is](mail.seal.by)}</p>\n`;
    const made = html === null ? null : this.#ofHtml(html, mail, level);
    if (made !== null && !(made.isEmpty && text !== null)) return note + made.html;
    return text === null ? note : `${note}<div class="mail-body">${plainHtml(text, this.#options.quoteMarks)}</div>`;
  }

  #ofHtml(html: string, { files, body }: Mail, level: number): BodyHtml {
    const made = bodyHtml(html, {
      scope: `mail-${body + 1}`,
      below: level,
      remote: this.#options.remote,
      picture: (contentId) => {
        const found = files.find((file) => file.contentId === contentId);
        const address = found === undefined ? null : this.#pictures.addressOf(found);
        if (found !== undefined && address !== null) this.#shown.add(found.file);
        return address;
      },
    });
    this.#styles.push(...made.styles);
    this.#remotePictures += made.remotePictures;
    this.#remoteBackgrounds += made.remoteBackgrounds;
    return made;
  }

  /** Shows pictures that belong to a text which does not say where. */
  #picturesBelow(files: readonly MailFile[]): string {
    const below = files.filter(
      ({ file, isInline, type }) => isInline && type.startsWith('image/') && !this.#shown.has(file),
    );
    return below
      .flatMap((file) => {
        const address = this.#pictures.addressOf(file);
        if (address === null) return [];
        this.#shown.add(file.file);
        return [`<p><img src="${address}" alt="${escapeText(file.name).replaceAll('"', '&quot;')}"></p>`];
      })
      .join('\n');
  }
}

const SEALS: Readonly<Record<'signed' | 'encrypted', (by: string) => string>> = {
  signed: (by) => `This mail is signed (${by}). The signature was not verified.`,
  encrypted: (by) => `This mail is encrypted (${by}): its content cannot be shown.`,
};

function headersHtml({ from, to, cc, bcc, date, further }: Mail): string {
  const people = (all: Mail['to']): string => all.map(addressText).join(', ');
  const rows = [
    ['From', people(from)],
    ['To', people(to)],
    ['Cc', people(cc)],
    ['Bcc', people(bcc)],
    ['Date', date ?? ''],
    ...further,
  ] as const;
  const lines = rows.filter(([, value]) => value !== '').map(([name, value]) => `<b>${name}:</b> ${escapeText(value)}`);
  return lines.length === 0 ? '' : `<p class="mail-headers">${lines.join('<br>')}</p>`;
}

function filesHtml(files: readonly MailFile[]): string {
  if (files.length === 0) return '';
  const items = files.map(({ name, type, size }) => {
    const facts = [type, sizeText(size)].filter((fact) => fact !== '').join(', ');
    return `<li>${escapeText(name || 'without a name')} (${escapeText(facts)})</li>`;
  });
  return `<div class="mail-files"><p><b>Attachments:</b></p><ul>${items.join('')}</ul></div>`;
}

/** Returns a size as people say it: `12 kB`. */
function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
