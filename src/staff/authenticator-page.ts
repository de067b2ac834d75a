/** The demo's authenticator as a page to read: the codes of the five demo staff at this moment. No script, one small style sheet. */
import { totpCode } from '../credentials/totp.ts'
import { demoStaff, demoTotpSecret } from './seed-staff.ts'

export const authenticatorPolicy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const PERIOD_MS = 30_000

type DemoCode = { email: string; name: string; roles: string[]; code: string; next_code: string }

/** The code of now, and the one after it: a code works once. */
export const demoCodes = (nowMs: number): DemoCode[] =>
  demoStaff.map(({ email, name, roles }) => {
    const secret = demoTotpSecret(email)
    const [code, next_code] = [totpCode(secret, nowMs), totpCode(secret, nowMs + PERIOD_MS)]
    return { email, name, roles, code, next_code }
  })

export function authenticatorPage(nowMs: number): string {
  const rows = demoCodes(nowMs).map(
    ({ name, email, roles, code, next_code }) =>
      `<article><h2>${name}</h2><p>${roles.join(', ')} · ${email}</p>
<p><strong>${code}</strong> <span>next ${next_code}</span></p></article>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Authenticator – Karat</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/dev/mailbox.css"></head>
<body><h1>Authenticator</h1>
<p>Codes of the demo staff for the next ${30 - (Math.floor(nowMs / 1000) % 30)} seconds; each works once, and the next one is taken as well.
<a href="/dev/authenticator">Look again</a> · <a href="/admin">Back office</a></p>
${rows.join('\n')}
</body></html>`
}
