import msgreader, { type FieldsData } from '@kenjiuno/msgreader';
import { ConversionError } from '../../../src/task/errors.ts';
import { decodeCodePage } from './code-pages.ts';
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
    const reader = new MsgReader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
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
  return {
    from: senderOf(fields),
    to: recipients('to'),
    cc: recipients('cc'),
    bcc: recipients('bcc'),
    date: headerOf(fields, 'date') ?? fields.clientSubmitTime ?? fields.messageDeliveryTime ?? null,
    subject: fields.subject ?? '',
    messageId: fields.messageId ?? headerOf(fields, 'message-id') ?? null,
    further: appointmentOf(fields),
    seal: sealOf(fields),
    body,
    files,
  };
}

async function fileOf(attachment: FieldsData, reader: Reader, sink: MailSink, depth: number): Promise<MailFile> {
  const inner = attachment.innerMsgContentFields;
  const isMail = attachment.innerMsgContent === true && inner !== undefined && depth < MAIL_LIMITS.depth;
  const mail = isMail ? await mailOf(inner, reader, sink, depth + 1) : null;
  const { fileName, content } = contentOf(attachment, reader);
  const name = attachment.fileName ?? attachment.fileNameShort ?? attachment.name ?? fileName;
  return sink.addFile(content, {
    name: mail === null ? name : `${name || mail.subject || 'mail'}.msg`,
    type: mail === null ? (attachment.attachMimeTag?.toLowerCase() ?? '') : 'application/vnd.ms-outlook',
    contentId: attachment.pidContentId ?? null,
    isInline: attachment.attachmentHidden === true,
    mail,
  });
}

function contentOf(attachment: FieldsData, reader: Reader): { fileName: string; content: Uint8Array } {
  try {
    const { fileName, content } = reader.getAttachment(attachment);
    return { fileName: fileName ?? '', content };
  } catch {
    // A linked or embedded object has no content of its own.
    return { fileName: '', content: new Uint8Array() };
  }
}

/** Outlook keeps HTML as such, or in RTF; text beside either. */
function bodyOf({ bodyHtml, html, compressedRtf, body, internetCodepage }: FieldsData): MailBody {
  const text = body ?? null;
  if (bodyHtml !== undefined) return { html: bodyHtml, text };
  if (html !== undefined) return { html: decodeCodePage(html, internetCodepage), text };
  const packed = compressedRtf === undefined ? null : bodyOfCompressedRtf(compressedRtf);
  return { html: packed?.html ?? null, text: text ?? packed?.text ?? null };
}

function senderOf(fields: FieldsData): MailAddress[] {
  const { senderName: name = '', senderSmtpAddress, sentRepresentingSmtpAddress, senderEmail } = fields;
  const address = senderSmtpAddress ?? sentRepresentingSmtpAddress ?? smtp(senderEmail);
  return name === '' && address === '' ? [] : [{ name, address }];
}

const addressOf = ({ name = '', smtpAddress, email }: FieldsData): MailAddress => ({
  // Outlook quotes an address that it shows as a name.
  name: name.replace(/^'(.*)'$/, '$1'),
  address: smtpAddress ?? smtp(email),
});

/** Within an organization, addresses are names of its directory. */
const smtp = (address = ''): string => (address.includes('@') ? address : '');

/** Returns a header of a message that came by SMTP. */
function headerOf({ headers = '' }: FieldsData, name: string): string | undefined {
  const unfolded = headers.slice(0, MAIL_LIMITS.headerBytes).replace(/\r?\n[ \t]/g, ' ');
  const line = unfolded.split(/\r?\n/).find((each) => each.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim();
}

/** Returns when and where an appointment is. */
function appointmentOf({ apptStartWhole: start, apptEndWhole: end, apptLocation: place }: FieldsData): Mail['further'] {
  const facts: [string, string | undefined][] = [
    ['Start', start],
    ['End', end],
    ['Location', place],
  ];
  return facts.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value] as const]));
}

function sealOf({ messageClass = '' }: FieldsData): Mail['seal'] {
  if (!/\.SMIME/i.test(messageClass)) return null;
  return { by: 'S/MIME', is: /\.MultipartSigned/i.test(messageClass) ? 'signed' : 'encrypted' };
}
