import type { Example } from '#core/openapi/example.js';

const MOMENT = '2026-05-04T09:30:00.000Z';
const ITEMS = 3;
const ID = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

/** What is different each time a test runs, and what stands in its place. */
const CHANGING: readonly (readonly [pattern: RegExp, placeholder: string])[] = [
  [/\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z\b/g, MOMENT],
  // Of deliveries: when they were sent, in seconds, and what they were signed with.
  [/^1[7-9]\d{8}$/, '1777887000'],
  [/^sha256=[0-9a-f]{64}$/, `sha256=${'0123456789abcdef'.repeat(4)}`],
  [/^v1,[\w+/]{43}=$/, 'v1,c2lnbmF0dXJlLW9mLWEtZGVsaXZlcnktMDEyMzQ1Njc='],
  [/^whsec_[\w+/]+=*$/, 'whsec_c2VjcmV0LW9mLWEtd2ViaG9vaw=='],
  [/^20[2-9]\d-\d{2}-\d{2}$/, MOMENT.slice(0, 10)],
  [/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/, 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIwMTlkZjI1MiJ9.c2lnbmF0dXJl'],
  // Of authenticators: the key, what the QR code holds, codes and recovery codes.
  [/^[A-Z2-7]{32}$/, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  [/secret=[A-Z2-7]{32}/, 'secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  [/(?<=:)owner-\d+(?=%40example\.com)/, 'owner'],
  [/^\d{6}$/, '123456'],
  [/^[a-z2-7]{5}(-[a-z2-7]{5}){3}$/, 'k3v7q-2mzpd-w6tyf-hn4cs'],
  // What a TXT record holds.
  [
    /^project-management-verification=[\w-]{32}$/,
    'project-management-verification=c2VjcmV0LW9mLWEtZG9tYWluLTAxMjM0NTY3',
  ],
  // A token of a mail.
  [/^[\w-]{43}$/, 'c2VjcmV0LXRva2VuLW9mLWEtbWFpbC0wMTIzNDU2Nzg5'],
  [/^[\w-]{43}\.[\w-]+\.[\w-]{22}$/, 'AZ3yUluAcACAAAAAAAAAAQGd8lJbgHAAgAAAAAAAAAE.YXNzaWduZWQ.c2lnbmF0dXJlLW9mLWEtYQ'],
  // Of the address of a calendar.
  [/(?<=\/calendar\/|^)[\w-]{64}(?=\.ics$)/, 'c2VjcmV0LXRva2VuLW9mLWEtY2FsZW5kYXItMDEyMzQ1Njc4OTAxMjM0NTY3ODkw'],
  [/^svc_live_\w{32}$/, 'svc_live_0123456789ABCDEFGHIJKLMNOPQRSTUV'],
  [/^svc_live_\w{4}$/, 'svc_live_0123'],
  [/^(owner|admin|member|viewer)-\d+@example\.com$/, '$1@example.com'],
  [/^(Company|Label) \d+$/, '$1 1'],
  [/^svc_scim_[\w-]{43}$/, 'svc_scim_c2VjcmV0LXRva2VuLW9mLWEtZGlyZWN0b3J5LTAxMjM'],
  // Of entries of the audit log, and of the requests that they are about.
  [/^[0-9a-f]{64}$/, '0123456789abcdef'.repeat(4)],
  [/^[0-9a-f]{32}$/, '0123456789abcdef'.repeat(2)],
  // Of passkeys: the id of one, which is also given as the raw id.
  [/^[\w-]{22}$/, 'cGFzc2tleS1vZi1hLXBob25l'],
  // The provider of identities, which listens on another port in each run, and what it gives a browser.
  [/http:\/\/127\.0\.0\.1:\d{4,5}(?!\d)/, 'https://idp.example.com'],
  // The service itself, where an address is that of the request.
  [/https:\/\/127\.0\.0\.1:\d{4,5}(?!\d)/, 'https://service.example.com'],
  [/(?<=state=|nonce=|code_challenge=|[?&]code=)[\w-]{43}/g, 'c2VjcmV0LXRva2VuLW9mLWEtYnJvd3Nlci0wMTIzNDU2Nz'],
  // Of links to files: until when, and by which signature.
  [/(?<=expires=)\d+/, '1777887000'],
  [/(?<=signature=)[\w-]{43}$/, 'c2lnbmF0dXJlLW9mLWEtbGluay10by1hLWZpbGUtMDE'],
];

/** Numbers by the name of their field: how long something took, how many entries the inbox had, how large an archive is. */
const CHANGING_NUMBERS: Readonly<Record<string, number>> = { durationMs: 25, changed: 2, bytes: 7276 };

/** Texts by the name of their field: what a browser, an authenticator and a provider of identities make anew each time. */
const CHANGING_TEXTS: Readonly<Record<string, string>> = {
  challenge: 'Y2hhbGxlbmdlLW9mLWEtcGFzc2tleS0wMTIzNDU2Nzg5',
  clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
  attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ',
  authenticatorData: 'YXV0aGVudGljYXRvci1kYXRh',
  signature: 'c2lnbmF0dXJlLW9mLWEtcGFzc2tleQ',
  userHandle: 'dXNlci1oYW5kbGU',
};

/** The same each time a test runs: ids, moments and the like are others in every run. Long lists show their first items. */
export function steadyExample(example: Example): Example {
  const ids = new Map<string, string>();
  const steadyText = (text: string): string => {
    const withIds = text.replace(ID, (id) => {
      const known = ids.get(id) ?? `019df252-5b80-7000-8000-${String(ids.size + 1).padStart(12, '0')}`;
      ids.set(id, known);
      return known;
    });
    return CHANGING.reduce((steady, [pattern, placeholder]) => steady.replace(pattern, placeholder), withIds);
  };
  const steady = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return CHANGING_TEXTS[name] ?? steadyText(value);
    if (typeof value === 'number') return CHANGING_NUMBERS[name] ?? value;
    if (Array.isArray(value)) return value.slice(0, ITEMS).map((item) => steady(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, steady(item, key)]));
  };
  return steady(example) as Example;
}
