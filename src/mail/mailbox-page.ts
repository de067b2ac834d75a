/** The mailbox as a page to read: no script, one small style sheet. */
import type { Message } from './mail-queries.ts'

export const mailboxPolicy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

export const mailboxStyle = `
:root { color-scheme: light dark; --paper: light-dark(#faf7f1, #141210); --ink: light-dark(#1b1814, #f5f0e6);
  --quiet: light-dark(#575045, #bdb4a4); --line: light-dark(#e2dacb, #36312a); --nila: light-dark(#24346f, #aebbf5); }
body { margin: 0 auto; max-width: 46rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 'Hanken Grotesk Variable', system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.0625rem; margin: 0; }
a { color: var(--nila); } p { margin: .25rem 0; color: var(--quiet); }
ol { list-style: none; padding: 0; margin: 1.5rem 0; border-top: 1px solid var(--line); }
li { display: flex; gap: 1rem; justify-content: space-between; padding: .5rem 0; border-bottom: 1px solid var(--line); }
article { padding: 1.5rem 0; border-bottom: 1px solid var(--line); }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; margin: .75rem 0 0; }
`

/** Messages as one page, each of its own address. Everything that came from a person is text. */
export function mailboxPage(messages: Message[]): string {
  const links = messages.map(
    (one) => `<li><a href="#m${one.id}">${text(one.subject)}</a><span>${text(one.destination)}</span></li>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Mailbox – Karat</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/dev/mailbox.css"></head>
<body><h1>Mailbox</h1>
<p>Mail and text messages of this demonstration, newest first. <a href="/dev/mailbox">Look again</a> · <a href="/">Shop</a></p>
${messages.length === 0 ? '<p>Nothing has been sent yet.</p>' : `<ol>${links.join('\n')}</ol>`}
${messages.map(article).join('\n')}
</body></html>`
}

const article = ({ id, channel, destination, createdAt, subject, body }: Message) => `<article id="m${id}">
<h2>${text(subject)}</h2><p>${channel} · ${text(destination)} · <time>${createdAt.toISOString()}</time></p>
<pre>${text(body)}</pre></article>`

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const text = (raw: string) => raw.replace(/[&<>"']/g, (sign) => signs[sign] ?? '')
