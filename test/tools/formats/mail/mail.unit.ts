import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { identify } from '../../../../src/files/identify.ts';
import { bodyHtml } from '../../../../tools/formats/mail/body-html.ts';
import { ansiCodePage } from '../../../../tools/formats/mail/code-pages.ts';
import { isoDate } from '../../../../tools/formats/mail/date.ts';
import { readEml } from '../../../../tools/formats/mail/eml.ts';
import { addressText, MAIL_LIMITS, type Mail, type MailBody } from '../../../../tools/formats/mail/mail.ts';
import { mailsOfMbox } from '../../../../tools/formats/mail/mbox.ts';
import { readMsg } from '../../../../tools/formats/mail/msg.ts';
import { mailsPage } from '../../../../tools/formats/mail/page.ts';
import { plainHtml } from '../../../../tools/formats/mail/plain-html.ts';
import { MailSink } from '../../../../tools/formats/mail/sink.ts';
import { errorOf } from '../../../support/error-of.ts';
import { removeAtEndOfFile } from '../../../support/folders-of-file.ts';

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../../../fixtures/document/${name}`, import.meta.url));

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'convertd-mail-test-'));
  removeAtEndOfFile(folder);
});

async function read(text: string): Promise<{ mail: Mail; body: MailBody; page: string }> {
  const sink = new MailSink(folder);
  const mail = await readEml(Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1'), sink);
  const options = { title: 'mail', remote: false, quoteMarks: false };
  return {
    mail,
    body: sink.bodies[mail.body] as MailBody,
    page: mailsPage([mail], sink.bodies, folder, options).html,
  };
}

const HEAD = 'From: a@example.org\nTo: b@example.org\nSubject: Test\nDate: Mon, 6 May 2024 09:00:00 +0000\n';

describe('what is a mail', () => {
  const named = async (content: string | Buffer): Promise<string | undefined> => {
    const path = join(folder, 'file');
    await writeFile(path, content);
    return (await identify(path))?.name;
  };

  it.each([
    ['letter.eml', 'eml'],
    ['box.mbox', 'mbox'],
    ['outlook.msg', 'msg'],
    ['winmail.dat', 'tnef'],
  ])('%s is %s', async (file, name) => {
    expect((await identify(fixture(file)))?.name).toBe(name);
  });

  it('by its headers, whatever ends its lines', async () => {
    for (const end of ['\n', '\r\n', '\r']) expect(await named(`${HEAD}\nText\n`.replaceAll('\n', end))).toBe('eml');
    expect(await named('Return-Path: <>\nReceived: from x\n\tby y; now\nDate: today\nFrom: a\n\n')).toBe('eml');
  });

  it('not a text that begins in a similar way', async () => {
    expect(await named('From: here to there\n\nA poem.\n')).toBe('txt');
    expect(await named('Subject: the cat\nIt sat on a mat.\n\nFrom: 1\nTo: 2\nDate: 3\n')).toBe('txt');
    expect(await named('From Monday on, it rains at 12:30.\nAnd on Tuesday.\n')).toBe('txt');
    expect(
      await named('From: <Saved by Blink>\nSnapshot-Content-Location: x\nSubject: s\nDate: d\nMIME-Version: 1.0\n\n'),
    ).toBe('mht');
  });
});

describe('eml', () => {
  it('has names, text, picture, attachment and the forwarded mail', async () => {
    const sink = new MailSink(folder);
    const mail = await readEml(await readFile(fixture('letter.eml')), sink);
    expect(mail).toMatchObject({
      from: [{ name: 'Jürgen Müller', address: 'juergen@example.org' }],
      subject: 'Grüße aus München',
      date: 'Wed, 13 Apr 2022 20:01:25 +0200 (CEST)',
      messageId: '<letter-1@example.org>',
      seal: null,
    });
    expect(mail.to.map(addressText)).toEqual(['Anna <anna@example.com>', 'Bob, the builder <bob@example.com>']);
    expect(mail.files.map(({ name, type, isInline }) => [name, type, isInline])).toEqual([
      ['gradient.png', 'image/png', true],
      ['übersicht.csv', 'text/csv', false],
      ['The first question.eml', 'message/rfc822', false],
    ]);
    const [inner] = mail.files.flatMap(({ mail: attached }) => attached ?? []);
    expect(inner).toMatchObject({ subject: 'The first question', from: [{ address: 'carol@example.net' }] });
    expect(sink.bodies[inner?.body ?? -1]?.text).toContain('How much does the apple weigh?');
  });

  it.each([
    ['windows-1252', '8bit', 'caf\xe9 \x80', 'café €'],
    ['koi8-r', '8bit', '\xf0\xd2\xc9\xd7\xc5\xd4', 'Привет'],
    ['Shift_JIS', '8bit', '\x8b\xc1\x82\xab', '驚き'],
    ['iso-2022-jp', '7bit', '\x1b$B6C$-\x1b(B', '驚き'],
    ['gb2312', 'base64', 'xOO6ww==', '你好'],
    ['iso-8859-15', 'quoted-printable', 'one =A4=\nuro', 'one €uro'],
  ])('%s as %s', async (charset, encoding, bytes, text) => {
    const type = `Content-Type: text/plain; charset=${charset}\nContent-Transfer-Encoding: ${encoding}\n`;
    expect((await read(`${HEAD}${type}\n${bytes}\n`)).body.text?.trim()).toBe(text);
  });

  it('joins flowed lines, but not those of quotes', async () => {
    const type = 'Content-Type: text/plain; format=flowed\n';
    const { body } = await read(`${HEAD}${type}\nOne \nline.\n> two \n> lines\n`);
    expect(body.text).toContain('One line.\n> two\n> lines');
  });

  it.each([
    ['multipart/signed; protocol="application/pkcs7-signature"; boundary=x', '', { by: 'S/MIME', is: 'signed' }],
    ['multipart/signed; protocol="application/pgp-signature"; boundary=x', '', { by: 'PGP', is: 'signed' }],
    ['multipart/encrypted; protocol="application/pgp-encrypted"; boundary=x', '', { by: 'PGP', is: 'encrypted' }],
    ['application/pkcs7-mime; name=smime.p7m', 'MIIB', { by: 'S/MIME', is: 'encrypted' }],
    ['application/pkcs7-mime; name=smime.p7m', 'MIAGCSqGSIb3DQEHAqCA', { by: 'S/MIME', is: 'signed' }],
    ['text/plain', '-----BEGIN PGP MESSAGE-----', { by: 'PGP', is: 'encrypted' }],
  ])('names the envelope of %s %s', async (type, content, seal) => {
    const encoding = type.startsWith('application') ? 'base64' : '7bit';
    const { mail, page } = await read(
      `${HEAD}Content-Type: ${type}\nContent-Transfer-Encoding: ${encoding}\n\n${content}\n`,
    );
    expect(mail.seal).toEqual(seal);
    expect(page).toContain(`This mail is ${seal.is} (${seal.by})`);
  });

  it('reads mails in mails down to a depth, and refuses parts that are deeper', async () => {
    let nested = `${HEAD}\nThe innermost text\n`;
    for (let level = 0; level < 20; level++) nested = `${HEAD}Content-Type: message/rfc822\n\n${nested}`;
    const depths: number[] = [];
    for (let at: Mail | null = (await read(nested)).mail; at !== null; at = at.files[0]?.mail ?? null) depths.push(1);
    expect(depths.length).toBe(MAIL_LIMITS.depth + 1);
    let parts = '';
    for (let level = 0; level < 200; level++)
      parts += `Content-Type: multipart/mixed; boundary=b${level}\n\n--b${level}\n`;
    expect((await errorOf(read(`${HEAD}${parts}\n`))).code).toBe('input_damaged');
  });
});

describe('msg', () => {
  it('has the HTML that Outlook put into RTF', async () => {
    const sink = new MailSink(folder);
    const mail = await readMsg(await readFile(fixture('outlook.msg')), sink);
    expect(mail).toMatchObject({
      from: [{ name: 'Zoë Faßbinder', address: 'zoe@example.org' }],
      to: [{ name: 'Anna', address: 'anna@example.com' }],
      subject: 'Menü für Freitag',
      date: 'Fri, 3 May 2024 12:00:00 +0200',
    });
    expect(sink.bodies[0]?.html).toContain('<p>Café – <b>from Outlook</b>');
    expect(mail.files.map(({ name, size }) => [name, size])).toEqual([
      ['image001.png', 1078],
      ['menü.txt', 9],
    ]);
  });

  it('that is damaged is refused', async () => {
    const bytes = (await readFile(fixture('outlook.msg'))).subarray(0, 1500);
    expect((await errorOf(readMsg(bytes, new MailSink(folder)))).code).toBe('input_damaged');
  });
});

it.each([
  [{ messageCodepage: 1251, internetCodepage: 65_001 }, 1251],
  [{ internetCodepage: 50_220 }, 932],
  [{ internetCodepage: 20_127 }, 1252],
  [{ messageCodepage: 65_001 }, 65_001],
  [{}, 1252],
])('texts in bytes of a message with %j are read by code page %d', (pages, codePage) => {
  expect(ansiCodePage(pages)).toBe(codePage);
});

describe('mbox', () => {
  it('ends a mail at an envelope line, and nowhere else', async () => {
    const mails = [...mailsOfMbox(await readFile(fixture('box.mbox')))].map((mail) => mail.toString('latin1'));
    expect(mails.map((mail) => /^Date: (.*)$/m.exec(mail)?.[1]?.slice(0, 3))).toEqual(['Mon', 'Tue', 'Wed']);
    expect(mails[0]).toContain('\nFrom here on it is over.');
    const text = 'From a@b Mon May  6 09:00:00 2024\nSubject: x\n\ntext\nFrom a line at 12:00\n\nFrom nowhere\n';
    expect([...mailsOfMbox(Buffer.from(text))]).toHaveLength(1);
  });
});

describe('a page', () => {
  const options = { scope: 'mail-1', below: 1, remote: false, picture: () => null };

  it('is not changed outside of a mail by its styles', () => {
    const css =
      'body { margin: 0 } p, .mail-headers { display: none } body ~ p { color: red } html > body.x td { top: 0; position: fixed } @page { margin: 0 }';
    const { styles, html } = bodyHtml(`<style>${css}</style><p style="position: fixed; color: blue">x</p>`, options);
    expect(styles.join('\n').split('\n')).toEqual([
      '.mail-1 { margin: 0 }',
      '.mail-1 p, .mail-1 .mail-headers { display: none }',
      '.mail-1.x td { top: 0; }',
    ]);
    expect(html).not.toContain('fixed');
    expect(html).toContain('color: blue');
  });

  it('has no script and nothing to load', () => {
    const { html, remotePictures, remoteBackgrounds } = bodyHtml(
      '<script>alert(1)</script><img src="http://x.example/a.png" onerror="x()"><img src="//x.example/b"><table background="https://x.example/c"><tr><td style="background: url(http://x.example/d)"><a href="javascript:x()">link</a><iframe src="http://x.example/e"></iframe><form action="http://x.example/f"></form>',
      options,
    );
    expect(html).not.toMatch(/x\.example|alert|onerror|javascript/);
    expect([remotePictures, remoteBackgrounds]).toEqual([2, 2]);
  });

  it('keeps the addresses of remote pictures only where they may be loaded', () => {
    const { html } = bodyHtml('<img src="https://x.example/a.png?b=1&amp;c">', { ...options, remote: true });
    expect(html).toContain('<img src="https://x.example/a.png?b=1&amp;c">');
  });

  it('escapes what headers say', async () => {
    const { page } = await read(
      'From: "<script>x</script>" <a@example.org>\nSubject: </title><b>bold</b>\nDate: <i>\n\ntext\n',
    );
    expect(page).not.toMatch(/<script|<i>|<b>bold|<\/title><b>/);
  });

  it('shows quotes of plain texts by their depth, and links', () => {
    const html = plainHtml('Hi,\n> one\n>> two\n\nsee https://example.org/a?b=1&c.\n  indented', false);
    expect(html.replaceAll('\n', '')).toBe(
      '<p>Hi,</p><blockquote><p>one</p><blockquote><p>two</p></blockquote></blockquote><p>see <a href="https://example.org/a?b=1&amp;c">https://example.org/a?b=1&amp;c</a>.<br>\u00a0 indented</p>',
    );
    expect(plainHtml('> one', true)).toBe('<p>&gt; one</p>\n');
  });
});

it.each([
  ['Wed, 13 Apr 2022 20:01:25 +0200 (CEST)', '2022-04-13T20:01:25+02:00'],
  ['12 Apr 2022 08:30:00 -0430', '2022-04-12T08:30:00-04:30'],
  ['Fri, 3 May 2024 12:00:00 GMT', '2024-05-03T12:00:00Z'],
  ['yesterday', null],
])('the date %s is %s', (date, iso) => {
  expect(isoDate(date)).toBe(iso);
});
