import msgreader, { type FieldsData } from '@kenjiuno/msgreader';
import { ConversionError } from '../../../src/task/errors.ts';
import { ansiCodePage, decodeCodePage, UTF_8 } from './code-pages.ts';
import { checkCompound } from './compound-check.ts';
import { MAIL_LIMITS, type Mail, type MailAddress, type MailBody, type MailFile } from './mail.ts';
import { bodyOfCompressedRtf } from './rtf-body.ts';
import type { MailSink } from './sink.ts';

const { default: MsgReader } = msgreader;

/** Reads a message of Outlook (MS-OXMSG) with the messages attached to it. Throws ConversionError `input_damaged`, and what the sink throws. */
export async function readMsg(bytes: Uint8Array, sink: MailSink): Promise<Mail> {
  const { reader, fields } = opened(bytes);
  return mailOf(fields, reader, sink, 0);
}

type Reader = InstanceType<typeof MsgReader>;

function opened(bytes: Uint8Array): { reader: Reader; fields: FieldsData } {
  try {
    checkCompound(bytes);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const codePage = ansiCodePage(new MsgReader(view).getFileData());
    const ansiEncoding = codePage === UTF_8 ? 'utf8' : `cp${codePage}`;
    const reader = new MsgReader(view);
    reader.parserConfig = { ansiEncoding };
    const fields = reader.getFileData();
    if (fields.error === undefined) return { reader, fields };
    throw new Error(fields.error);
  } catch (error) {
    const message = 'The message of Outlook is damaged: its properties cannot be read.';
    throw new ConversionError('input_damaged', message, { log: String(error) });
  }
}

async function mailOf(fields: FieldsData, reader: Reader, sink: MailSink, depth: number): Promise<Mail> {
  const body = sink.addBody(bodyOf(fields));
  const files: MailFile[] = [];
  for (const attachment of fields.attachments ?? []) files.push(await fileOf(attachment, reader, sink, depth));
  const recipients = (type: FieldsData['recipType']): MailAddress[] =>
    (fields.recipients ?? []).filter((each) => each.recipType === type).map(addressOf);
  const date = headerOf(fields, 'date') || textOf(fields, 'clientSubmitTime') || textOf(fields, 'messageDeliveryTime');
  return {
    from: senderOf(fields),
    to: recipients('to'),
    cc: recipients('cc'),
    bcc: recipients('bcc'),
    date: date || null,
    subject: textOf(fields, 'subject'),
    messageId: textOf(fields, 'messageId') || headerOf(fields, 'message-id') || null,
    further: appointmentOf(fields),
    seal: sealOf(fields),
    body,
    files,
  };
}

/** Returns a text of a message; empty if it has none, or if a damaged one gives it another type. */
function textOf(fields: FieldsData, name: keyof FieldsData): string {
  const value: unknown = fields[name];
  return typeof value === 'string' ? value : '';
}

async function fileOf(attachment: FieldsData, reader: Reader, sink: MailSink, depth: number): Promise<MailFile> {
  const inner = attachment.innerMsgContentFields;
  const isMail = attachment.innerMsgContent === true && inner !== undefined && depth < MAIL_LIMITS.depth;
  const mail = isMail ? await mailOf(inner, reader, sink, depth + 1) : null;
  const own = NAMES.map((name) => textOf(attachment, name)).find((name) => name !== '') ?? '';
  return sink.addFile(contentOf(attachment, reader), {
    name: mail === null ? own : `${own || mail.subject || 'mail'}.msg`,
    type: mail === null ? textOf(attachment, 'attachMimeTag').toLowerCase() : 'application/vnd.ms-outlook',
    contentId: textOf(attachment, 'pidContentId') || null,
    isInline: attachment.attachmentHidden === true,
    mail,
  });
}

/** Names of an attachment, best first. */
const NAMES = ['fileName', 'fileNameShort', 'name'] as const;

/** Returns the content of an attachment; of a linked or embedded object, which has none of its own, nothing. */
function contentOf(attachment: FieldsData, reader: Reader): Uint8Array {
  try {
    const { content } = reader.getAttachment(attachment);
    return content instanceof Uint8Array ? content : new Uint8Array();
  } catch {
    return new Uint8Array();
  }
}

/** Outlook keeps HTML as such, or in RTF; text beside either. */
function bodyOf(fields: FieldsData): MailBody {
  const { html, compressedRtf, internetCodepage } = fields;
  const text = textOf(fields, 'body') || null;
  const page = textOf(fields, 'bodyHtml');
  if (page !== '') return { html: page, text };
  if (html instanceof Uint8Array) return { html: decodeCodePage(html, internetCodepage), text };
  const packed = compressedRtf instanceof Uint8Array ? bodyOfCompressedRtf(compressedRtf) : null;
  return { html: packed?.html ?? null, text: text ?? packed?.text ?? null };
}

function senderOf(fields: FieldsData): MailAddress[] {
  const name = textOf(fields, 'senderName');
  const smtp = textOf(fields, 'senderSmtpAddress') || textOf(fields, 'sentRepresentingSmtpAddress');
  const address = smtp || smtpAddress(textOf(fields, 'senderEmail'));
  return name === '' && address === '' ? [] : [{ name, address }];
}

const addressOf = (fields: FieldsData): MailAddress => ({
  // Outlook quotes an address that it shows as a name.
  name: textOf(fields, 'name').replace(/^'(.*)'$/, '$1'),
  address: textOf(fields, 'smtpAddress') || smtpAddress(textOf(fields, 'email')),
});

/** Within an organization, addresses are names of its directory. */
const smtpAddress = (address: string): string => (address.includes('@') ? address : '');

/** Returns a header of a message that came by SMTP; empty if there is none. */
function headerOf(fields: FieldsData, name: string): string {
  const headers = textOf(fields, 'headers').slice(0, MAIL_LIMITS.headerBytes);
  const lines = headers.replace(/\r?\n[ \t]/g, ' ').split(/\r?\n/);
  const line = lines.find((each) => each.toLowerCase().startsWith(`${name}:`)) ?? '';
  return line.slice(name.length + 1).trim();
}

/** Returns when and where an appointment is. */
function appointmentOf(fields: FieldsData): Mail['further'] {
  const facts = [
    ['Start', textOf(fields, 'apptStartWhole')],
    ['End', textOf(fields, 'apptEndWhole')],
    ['Location', textOf(fields, 'apptLocation')],
  ] as const;
  return facts.filter(([, value]) => value !== '');
}

function sealOf(fields: FieldsData): Mail['seal'] {
  const type = textOf(fields, 'messageClass');
  if (!/\.SMIME/i.test(type)) return null;
  return { by: 'S/MIME', is: /\.MultipartSigned/i.test(type) ? 'signed' : 'encrypted' };
}
