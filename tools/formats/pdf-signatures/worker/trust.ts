import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ConversionError } from '../../../../src/task/errors.ts';
import type { CertificateFacts, Trust } from '../report.ts';

/** Returns the common name of a subject as Node prints it, a part a line, else all of it. */
export function nameOf(subject: string): string {
  const [, common] = /^CN=(.*)$/m.exec(subject) ?? [];
  return common ?? subject.replaceAll('\n', ', ');
}

/** Longest chain that is followed. */
const LONGEST = 20;

/**
 * Follows the issuers of a certificate among others.
 * @param at time for which all of them must be valid
 */
export function trustOf(
  leaf: X509Certificate,
  others: readonly X509Certificate[],
  trusted: readonly X509Certificate[],
  at: Date,
): { readonly trust: Trust; readonly problem: string | null } {
  const roots = new Set(trusted.map(({ fingerprint256 }) => fingerprint256));
  let current = leaf;
  let problem: string | null = null;
  for (let step = 0; step < LONGEST; step += 1) {
    problem ??= problemAt(current, at);
    if (roots.has(current.fingerprint256)) return { trust: 'trusted', problem };
    if (isIssuerOf(current, current)) return { trust: step === 0 ? 'self_signed' : 'untrusted', problem };
    const issuer = [...trusted, ...others].find((each) => each.ca && isIssuerOf(each, current));
    if (issuer === undefined) break;
    current = issuer;
  }
  return { trust: 'incomplete', problem };
}

function isIssuerOf(issuer: X509Certificate, certificate: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

function problemAt(certificate: X509Certificate, at: Date): string | null {
  if (at < certificate.validFromDate) return `the certificate of ${nameOf(certificate.subject)} was not valid yet`;
  return at > certificate.validToDate ? `the certificate of ${nameOf(certificate.subject)} had expired` : null;
}

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Reads certificates, PEM or DER. Throws ConversionError `option_invalid` if a file has none. */
export async function readTrusted(files: readonly { readonly path: string; readonly filename: string }[]) {
  const all: X509Certificate[] = [];
  for (const { path, filename } of files) {
    const bytes = await readFile(path);
    try {
      const blocks = bytes.toString('latin1').match(BLOCK);
      all.push(...(blocks ?? [bytes]).map((each) => new X509Certificate(each)));
    } catch {
      const message = `Option trusted: ${filename} has no certificates in PEM or DER.`;
      throw new ConversionError('option_invalid', message, { details: { option: 'trusted' } });
    }
  }
  return all;
}

export function certificateFacts(certificate: X509Certificate): CertificateFacts {
  const { subject, issuer, serialNumber, validFromDate, validToDate } = certificate;
  return {
    name: nameOf(subject),
    subject: subject.replaceAll('\n', ', '),
    issuer: issuer.replaceAll('\n', ', '),
    serial: serialNumber.toLowerCase(),
    not_before: validFromDate.toISOString(),
    not_after: validToDate.toISOString(),
  };
}
