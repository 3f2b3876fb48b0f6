import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf } from '../../support/error-of.ts';
import { outlookStore } from '../../support/outlook-store.ts';
import { run, useFolders } from '../../tools/programs/chromium/support.ts';
import { convert, fixture, makeScratch, onlyOutput, type Scratch } from './support.ts';

useFolders();

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

const HEAD = 'From: a@example.org\nTo: b@example.org\nSubject: Test\nDate: Mon, 6 May 2024 09:00:00 +0000\n';

async function mail(name: string, content: string): Promise<string> {
  const path = scratch.path(name);
  await writeFile(path, content);
  return path;
}

const textOf = async (path: string): Promise<string> => (await execa('pdftotext', ['-layout', path, '-'])).stdout;
const pagesOf = async (path: string): Promise<number> =>
  Number(/Pages: +(\d+)/.exec((await execa('pdfinfo', [path])).stdout)?.[1]);

describe('a store of Outlook', () => {
  const letter = (subject: string, from: string) => ({ subject, from, text: `The text of ${subject}.` });
  const stored = async (name: string, folders: Parameters<typeof outlookStore>[0]): Promise<string> => {
    const path = scratch.path(name);
    await writeFile(path, outlookStore(folders));
    return path;
  };

  it('has the mails of all folders, and counts what is none', async () => {
    const path = await stored('own.pst', {
      Inbox: [letter('Offer', 'ada@example.org'), letter('Second offer', 'bob@example.org')],
      Contacts: [{ ...letter('Ada', 'ada@example.org'), kind: 'IPM.Contact' }],
      'Deleted Items': [letter('Old', 'eve@example.org')],
    });
    const made = await convert(scratch, path, { target: 'pdf' });
    const text = await textOf(onlyOutput(made));
    for (const part of ['Offer', 'ada@example.org', 'Inbox', 'The text of Second offer.', 'Deleted Items', 'eve@'])
      expect(text).toContain(part);
    expect(await pagesOf(onlyOutput(made))).toBe(3);
    expect(made.warnings.map(({ message }) => message)).toEqual([
      '1 item of own.pst left out: not a mail (but a contact, an appointment, a task or a note), or not readable.',
    ]);
  });

  it('without mails, and one that is damaged, are refused', async () => {
    const empty = await stored('empty.pst', { Contacts: [{ ...letter('Ada', 'a@b.de'), kind: 'IPM.Contact' }] });
    const none = await errorOf(convert(scratch, empty, { target: 'pdf' }));
    expect([none.code, none.message]).toEqual(['input_wrong_type', 'empty.pst holds no mail that can be read.']);
    const cut = await mail('cut.pst', '!BDN'.padEnd(1024, '\0'));
    const damaged = await errorOf(convert(scratch, cut, { target: 'pdf' }));
    expect([damaged.code, damaged.message]).toEqual(['input_damaged', expect.stringContaining('cannot be opened')]);
  });
});

describe('attachments', () => {
  it('embed attaches them to the PDF', async () => {
    const made = await convert(scratch, fixture('letter.eml'), { target: 'pdf', options: { attachments: 'embed' } });
    const { stdout } = await execa('pdfdetach', ['-list', onlyOutput(made)]);
    expect(stdout).toContain('übersicht.csv');
    expect(stdout).toContain('The first question.eml');
    const saved = scratch.path('saved.csv');
    const number = /(\d+): übersicht/.exec(stdout)?.[1] ?? '';
    await execa('pdfdetach', ['-save', number, '-o', saved, onlyOutput(made)]);
    expect(await readFile(saved, 'latin1')).toBe('Article,Amount\nPencil,4\n');
    expect(made.warnings.map(({ code }) => code)).toEqual(['resource_refused']);
  });

  it('append adds pages, and names what cannot become any', async () => {
    const content = `${HEAD}Content-Type: multipart/mixed; boundary=x\n\n--x\n\nThe text.\n--x\nContent-Type: text/plain\nContent-Disposition: attachment; filename=note.txt\n\nA note to append.\n--x\nContent-Type: application/octet-stream; name=data.bin\nContent-Transfer-Encoding: base64\n\nAAECAwQFBgcICQ==\n--x--\n`;
    const path = await mail('appended.eml', content);
    const listed = await convert(scratch, path, { target: 'pdf' });
    const made = await convert(scratch, path, { target: 'pdf', options: { attachments: 'append' } });
    expect(await pagesOf(onlyOutput(made))).toBe((await pagesOf(onlyOutput(listed))) + 1);
    expect(await textOf(onlyOutput(made))).toContain('A note to append.');
    expect(await textOf(onlyOutput(listed))).not.toContain('A note to append.');
    expect(made.warnings.map(({ message }) => message)).toEqual([
      '1 file attached to appended.eml could not be appended as pages: data.bin (of an unknown type).',
    ]);
  });

  it('have no effect on other documents, with a warning', async () => {
    const made = await convert(scratch, fixture('letter.txt'), { target: 'pdf', options: { attachments: 'embed' } });
    expect(made.warnings).toMatchObject([
      { code: 'option_no_effect', message: expect.stringContaining('is not a mail') },
    ]);
  });
});

describe('a mailbox', () => {
  const titles = [
    'A plan · Mon, 6 May 2024 09:00:00 +0000',
    'Привет · Tue, 7 May 2024 10:00:00 +0300',
    '驚き · Wed, 8 May 2024 11:00:00 +0900',
  ];

  it('is one PDF with a bookmark for each mail', async () => {
    const path = onlyOutput(await convert(scratch, fixture('box.mbox'), { target: 'pdf' }));
    const { stdout } = await execa('qpdf', ['--json', '--json-key=outlines', path]);
    const { outlines } = JSON.parse(stdout) as { outlines: { title: string; destpageposfrom1: number }[] };
    expect(outlines.map(({ title, destpageposfrom1: page }) => [title, page])).toEqual(
      titles.map((title, index) => [title, index + 1]),
    );
    const text = await textOf(path);
    expect(text).toContain('We begin with a line that is broken and goes on.');
    expect(text).toContain('From here on it is over.');
    expect(text).toContain('Привет, мир!');
  });

  it('becomes one file a mail with split', async () => {
    const { outputs } = await convert(scratch, fixture('box.mbox'), { target: 'pdf', options: { split: 'bookmarks' } });
    const texts = await Promise.all(outputs.map(({ path }) => textOf(path)));
    expect(texts.map((text) => ['A plan', 'Привет', '驚き'].filter((word) => text.includes(word)))).toEqual([
      ['A plan'],
      ['Привет'],
      ['驚き'],
    ]);
  });

  it('keeps the marks of quotes in plain text', async () => {
    const text = await readFile(onlyOutput(await convert(scratch, fixture('box.mbox'), { target: 'txt' })), 'utf8');
    expect(text).toMatch(/^> quoted words that are\r?\n> of another\r?\n>> and older ones/m);
  });
});

it('winmail.dat is unpacked: its text and its files are shown in its place', async () => {
  const alone = await readFile(onlyOutput(await convert(scratch, fixture('winmail.dat'), { target: 'md' })), 'utf8');
  expect(alone).toContain('The text in the winmail.dat.');
  expect(alone).toContain('table.csv (24 bytes)');
  const data = (await readFile(fixture('winmail.dat'))).toString('base64');
  const content = `${HEAD}Content-Type: multipart/mixed; boundary=x\n\n--x\n\nThe plain text.\n--x\nContent-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\n${data}\n--x--\n`;
  const made = await convert(scratch, await mail('tnef.eml', content), { target: 'md' });
  const text = await readFile(onlyOutput(made), 'utf8');
  expect(text).toContain('The plain text.');
  expect(text).toContain('table.csv (24 bytes)');
  expect(text).not.toContain('winmail.dat');
});

it('a mail inside of its signature is read', async () => {
  const [inner, key, certificate] = [
    scratch.path('inner.eml'),
    scratch.path('key.pem'),
    scratch.path('certificate.pem'),
  ];
  await writeFile(
    inner,
    'Content-Type: multipart/mixed; boundary=x\n\n--x\n\nThe signed text.\n--x\nContent-Disposition: attachment; filename=list.csv\n\na,b\n--x--\n',
  );
  const made = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    '/CN=Ada',
    '-keyout',
    key,
    '-out',
    certificate,
  ];
  await execa('openssl', made);
  for (const form of [[], ['-indef', '-stream']]) {
    const signing = ['cms', '-sign', '-nodetach', '-in', inner, '-signer', certificate, '-inkey', key];
    const signed = await execa('openssl', [...signing, '-subject', 'Test', '-from', 'ada@example.org', ...form]);
    const page = await convert(scratch, await mail('opaque.eml', signed.stdout), { target: 'md' });
    const text = await readFile(onlyOutput(page), 'utf8');
    for (const part of ['ada@example.org', 'This mail is signed (S/MIME)', 'The signed text.', 'list.csv'])
      expect(text).toContain(part);
    expect(text).not.toContain('smime.p7m');
  }
});

it('an encrypted mail shows its headers, and says what is missing', async () => {
  const content = `${HEAD}Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\nContent-Transfer-Encoding: base64\n\nMIIB\n`;
  const made = await convert(scratch, await mail('sealed.eml', content), { target: 'txt' });
  expect(await readFile(onlyOutput(made), 'utf8')).toContain('This mail is encrypted (S/MIME)');
  expect(made.warnings.map(({ message }) => message)).toContain(
    'The content of sealed.eml is encrypted and not in the result.',
  );
});

it('a text named eml is a mail, and a mailbox without one is refused', async () => {
  const made = await convert(scratch, await mail('short.eml', 'Subject: Only this\n\nHello.\n'), { target: 'txt' });
  expect(await readFile(onlyOutput(made), 'utf8')).toMatch(/^Only this\r?\nHello\./);
  const damaged = (await readFile(fixture('outlook.msg'))).subarray(0, 3000);
  const path = scratch.path('cut.msg');
  await writeFile(path, damaged);
  expect((await errorOf(convert(scratch, path, { target: 'txt' }))).code).toBe('input_damaged');
});

describe('remote pictures', () => {
  it('are loaded only where the network is allowed, and only by public addresses', async () => {
    const requests: string[] = [];
    const server = createServer(({ url = '' }, response) => {
      requests.push(url);
      response.writeHead(200, { 'content-type': 'image/gif' });
      response.end(Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const html = `<p>Text<img src="http://127.0.0.1:${port}/open.gif"><script>fetch("http://127.0.0.1:${port}/script")</script><link rel=stylesheet href="http://127.0.0.1:${port}/style.css">`;
      const path = await mail('remote.eml', `${HEAD}Content-Type: text/html\n\n${html}\n`);
      const ask = (options: object) => ({
        conversion: { category: 'document', target: 'pdf', options },
        input: [{ source: `file:${path}` }],
      });
      const online = { engine: 'chromium', allow_network: true };
      await run(ask({ engine: 'chromium' }), { allow: '127.0.0.1' });
      await run(ask(online));
      expect(requests).toEqual([]);
      await run(ask(online), { allow: '127.0.0.1' });
      expect(requests).toEqual(['/open.gif']);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
