/** What a browser shows in place of a page that was refused: a sentence, and it asks again by itself. */
import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { sayRefusal } from '../locale/refusal-text.ts'
import type { Refusal } from '../refusals.ts'

const style =
  'html{color-scheme:light dark;font:1.125rem/1.6 system-ui,sans-serif}body{min-height:90vh;margin:0;display:grid;place-items:center;text-align:center}p{max-width:34rem;padding:0 1.5rem}'
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'`

/** Sends the refusal as a page of its own, without anything that would have to be rendered or fetched. */
export function sendBusyPage(reply: FastifyReply, { code, data, rule }: Refusal, language: string) {
  const seconds = Number(data.retry_after ?? 5)
  return reply
    .code(rule.status)
    .headers({ 'retry-after': String(seconds), 'content-security-policy': policy, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="${seconds + 2}"><title>${rule.status}</title><style>${style}</style><main><p>${sayRefusal(code, language, data)}</p></main></html>`,
    )
}
