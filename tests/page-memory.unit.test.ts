import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openPageMemory } from '../src/page-memory.ts'

function opened() {
  const world = { price: 1, catalogue: 1, ms: 0, renderings: 0 }
  const memory = openPageMemory({
    prices: { version: () => world.price },
    catalogue: { version: () => world.catalogue },
    now: () => world.ms,
  } as Parameters<typeof openPageMemory>[0])
  const render = async () => {
    world.renderings++
    return { html: `<p nonce="first">${world.price}</p><script nonce="first">`, nonce: 'first' }
  }
  return { world, memory, render }
}

test('readers of one moment share one rendering, each with a nonce of its own', async () => {
  const { world, memory, render } = opened()
  const pages = await Promise.all(['one11', 'two22', 'three'].map((nonce) => memory.page('/', nonce, false, render)))
  expect(pages.map(String)).toEqual(
    ['one11', 'two22', 'three'].map((nonce) => `<p nonce="${nonce}">1</p><script nonce="${nonce}">`),
  )
  expect(world.renderings).toBe(1)
})

test('a price or a catalogue that moved is rendered anew at once, and everything after a second', async () => {
  const { world, memory, render } = opened()
  await memory.page('/', 'nonce', false, render)
  world.price = 2
  expect(String(await memory.page('/', 'nonce', false, render))).toContain('>2<')
  world.catalogue = 2
  await memory.page('/', 'nonce', false, render)
  expect(world.renderings).toBe(3)
  world.ms += 999
  await memory.page('/', 'nonce', false, render)
  expect(world.renderings).toBe(3)
  world.ms += 1
  await memory.page('/', 'nonce', false, render)
  expect(world.renderings).toBe(4)
})

test('another key is another page, and what may not be kept is not', async () => {
  const { world, memory, render } = opened()
  await memory.page('id /', 'nonce', false, render)
  await memory.page('my /', 'nonce', false, render)
  expect(world.renderings).toBe(2)
  expect(await memory.page('/error', 'nonce', false, async () => null)).toBeNull()
  expect(String(await memory.page('/error', 'nonce', false, render))).toContain('>1<')
})

test('a failed rendering is not kept', async () => {
  const { memory, render } = opened()
  await expect(memory.page('/', 'nonce', false, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(String(await memory.page('/', 'nonce', false, render))).toContain('>1<')
})

test('no more than a hundred pages are kept, the oldest go first', async () => {
  const { world, memory, render } = opened()
  for (let i = 0; i <= 100; i++) await memory.page(`/${i}`, 'nonce', false, render)
  await memory.page('/100', 'nonce', false, render)
  expect(world.renderings).toBe(101)
  await memory.page('/0', 'nonce', false, render)
  expect(world.renderings).toBe(102)
})

test('the same rendering as gzip, for those who read it', async () => {
  const { world, memory, render } = opened()
  const text = await memory.page('/', 'plain', false, render)
  const [one, other] = await Promise.all(['nonc1', 'nonc2'].map((nonce) => memory.page('/', nonce, true, render)))
  expect(gunzipSync(one as Buffer).toString()).toBe(String(text).replaceAll('plain', 'nonc1'))
  expect(gunzipSync(other as Buffer).toString()).toBe(String(text).replaceAll('plain', 'nonc2'))
  expect(world.renderings).toBe(1)
})
