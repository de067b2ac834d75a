import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { newNonce } from './headers.ts'
import { gzipPage, plainPage } from './page-bytes.ts'

const filler = (bytes: number) => randomBytes(bytes / 2).toString('hex')

test.each([
  ['one script', ['<head><script nonce="', '">x</script>']],
  ['no script', ['<p>only text</p>']],
  ['a nonce at both ends', ['', ' middle ', '']],
  ['nonces side by side', ['a', '', '', 'b']],
  ['further apart than the window of deflate', ['a', filler(80_000), filler(80_000)]],
  ['text of every script', ['Emas 黄金 ñ \u0001\u0001\u0001 “”', ' \u{1f600} øøøøøøø', '>']],
  ['a long page with many', Array.from({ length: 40 }, (_, i) => `<link href="/assets/${i}.js" nonce="`)],
])('a page with %s is read with exactly the nonce it was sent with', async (_title, parts) => {
  const [page, plain] = [await gzipPage(parts, newNonce().length), plainPage(parts, newNonce().length)]
  const nonces = [newNonce(), newNonce(), parts[0]?.slice(0, 24).padEnd(24, 'x').replace(/[^\w]/g, 'x') ?? '']
  for (const nonce of nonces) {
    expect(gunzipSync(page.withNonce(nonce)).toString()).toBe(parts.join(nonce))
    expect(plain.withNonce(nonce).toString()).toBe(parts.join(nonce))
  }
})

test('answers for two readers do not share bytes', async () => {
  const parts = ['<script nonce="', '">']
  const [page, plain] = [await gzipPage(parts, 24), plainPage(parts, 24)]
  const [one, other] = [newNonce(), newNonce()]
  const zipped = page.withNonce(one)
  const text = plain.withNonce(one)
  page.withNonce(other)
  plain.withNonce(other)
  for (const read of [gunzipSync(zipped), text]) expect(read.toString()).toBe(parts.join(one))
})
