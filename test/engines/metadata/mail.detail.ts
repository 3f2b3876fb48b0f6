import { execa } from 'execa';
import { expect, it } from 'vitest';
import { fixture, metadataOf } from './support.ts';

/** Headers as Python's own reader of mails decodes them. */
const HEADERS = `
import email, email.policy, json, sys
mail = email.message_from_binary_file(open(sys.argv[1], 'rb'), policy=email.policy.default)
people = lambda name: [{'name': each.display_name, 'address': each.addr_spec} for each in mail[name].addresses]
print(json.dumps({'from': people('from'), 'to': people('to'), 'subject': mail['subject'], 'date': mail['date'].datetime.isoformat(), 'names': [part.get_filename() for part in mail.iter_attachments()]}))
`;

it('a mail has the headers that Python sees, and its files', async () => {
  const path = fixture('document/letter.eml');
  const { mail, type } = await metadataOf(path);
  const { stdout } = await execa('/usr/bin/python3', ['-c', HEADERS, path]);
  const seen = JSON.parse(stdout);
  expect(type).toMatchObject({ name: 'eml', content_type: 'message/rfc822' });
  expect(mail?.from?.items).toEqual(seen.from);
  expect(mail?.to?.items).toEqual(seen.to);
  expect(mail?.subject).toBe(seen.subject);
  expect(mail?.date).toBe(seen.date);
  expect(mail?.message_id).toBe('<letter-1@example.org>');
  expect(seen.names).toContain('übersicht.csv');
  expect(mail?.attachments).toEqual({
    count: 3,
    items: [
      { name: 'gradient.png', content_type: 'image/png', size_bytes: 1078 },
      { name: 'übersicht.csv', content_type: 'text/csv', size_bytes: 24 },
      { name: 'The first question.eml', content_type: 'message/rfc822', size_bytes: 146 },
    ],
  });
});

it('a mailbox has those of all its mails', async () => {
  const { mailbox, mail } = await metadataOf(fixture('document/box.mbox'));
  expect(mail).toBeUndefined();
  expect(mailbox?.items.map(({ subject, date }) => [subject, date])).toEqual([
    ['A plan', '2024-05-06T09:00:00Z'],
    ['Привет', '2024-05-07T10:00:00+03:00'],
    ['驚き', '2024-05-08T11:00:00+09:00'],
  ]);
});

it('a message of Outlook has its sender and recipients', async () => {
  const { mail } = await metadataOf(fixture('document/outlook.msg'));
  expect(mail).toMatchObject({
    from: { items: [{ name: 'Zoë Faßbinder', address: 'zoe@example.org' }] },
    to: { items: [{ name: 'Anna', address: 'anna@example.com' }] },
    attachments: { count: 2 },
  });
});
