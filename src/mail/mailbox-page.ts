/** The mailbox as a page to read: no script, one small style sheet, every letter in a frame of its own that may do nothing. */
import { htmlText } from './html-text.ts'
import type { Message } from './mail-queries.ts'

export const mailboxPolicy =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** A designed letter brings its styles along and nothing else; its links open outside the frame. */
export const letterPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

export const mailboxStyle = `
:root { color-scheme: light dark; --paper: light-dark(#faf7f1, #141210); --ink: light-dark(#1b1814, #f5f0e6);
  --quiet: light-dark(#575045, #bdb4a4); --line: light-dark(#e2dacb, #36312a); --nila: light-dark(#24346f, #aebbf5);
  --raised: light-dark(#ffffff, #1d1a17); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 46rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 'Hanken Grotesk Variable', system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.0625rem; margin: 0; overflow-wrap: anywhere; }
a { color: var(--nila); } p { margin: .25rem 0; color: var(--quiet); overflow-wrap: anywhere; }
form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin: 1.5rem 0 0; }
label { display: grid; gap: .25rem; flex: 1 1 14rem; color: var(--quiet); font-size: .875rem; }
input { font: inherit; min-height: 2.75rem; width: 100%; padding: 0 .75rem; color: var(--ink); background: var(--raised);
  border: 1px solid var(--quiet); border-radius: 2px; }
button { font: inherit; min-height: 2.75rem; padding: 0 1.25rem; color: var(--paper); background: var(--nila); border: 0;
  border-radius: 2px; cursor: pointer; }
:focus-visible { outline: 2px solid var(--nila); outline-offset: 2px; }
article { padding: 1.5rem 0; border-bottom: 1px solid var(--line); }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; margin: .75rem 0; padding: 1rem;
  background: var(--raised); border: 1px solid var(--line); }
summary { min-height: 2.75rem; display: flex; align-items: center; color: var(--nila); cursor: pointer; }
summary::before { content: '+'; width: 1.25rem; } [open] > summary::before { content: '–'; }
iframe { display: block; width: 100%; height: 40rem; border: 1px solid var(--line); background: #faf7f1; }
`

type Shown = Message & { text: string }

/** Messages as one page, newest first. Everything that came from a person is text; addresses in it lead where they say. */
export function mailboxPage(messages: Shown[], to: string): string {
  const nothing = to ? 'Nothing was sent to this address.' : 'Nothing has been sent yet.'
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Mailbox – Karat</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/dev/mailbox.css"></head>
<body><main><h1>Mailbox</h1>
<p>Mail and text messages of this demonstration, newest first. <a href="/">Shop</a></p>
<form action="/dev/mailbox"><label>Address or number<input name="to" value="${htmlText(to)}" autocomplete="off" required maxlength="254"></label>
<button>Show</button> <a href="/dev/mailbox">All messages</a></form>
${messages.length === 0 ? `<p>${nothing}</p>` : messages.map(article).join('\n')}
</main></body></html>`
}

const article = ({ id, channel, destination, createdAt, subject, text, state }: Shown, place: number) => {
  const what = channel === 'email' ? htmlText(subject) : 'Text message'
  const designed =
    channel === 'email'
      ? `<details${place === 0 ? ' open' : ''}><summary>As designed</summary>
<iframe src="/dev/mailbox/letter?id=${id}" title="${what}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<p><a href="/dev/mailbox/letter?id=${id}">Open by itself</a></p></details>`
      : ''
  return `<article id="m${id}"><h2>${what}</h2>
<p>${channel} · <a href="/dev/mailbox?to=${encodeURIComponent(destination)}">${htmlText(destination)}</a> · ${state} · <time>${createdAt.toISOString()}</time></p>
<pre>${withLinks(text)}</pre>${designed}</article>`
}

/** Web addresses become links; what is around them, and they themselves, stay text. */
const withLinks = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, i) => (i % 2 === 0 ? htmlText(part) : `<a href="${htmlText(part)}">${htmlText(part)}</a>`))
    .join('')
