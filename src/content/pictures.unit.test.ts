import { existsSync, readdirSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pageMeta } from '../ui/page-meta.ts'
import { findPicture, thumbnailOf } from './picture-queries.ts'
import { pictureFile, widthsOf } from './picture-rules.ts'
import pictures from './pictures.json' with { type: 'json' }

test('is kept in the usual widths below its own and in its own', () => {
  expect(widthsOf(720)).toEqual([240, 480, 720])
  expect(widthsOf(500)).toEqual([240, 500])
  expect(widthsOf(1600)).toEqual([240, 480, 960, 1600])
})

test('every file of every listed picture is there, and none besides', () => {
  const listed = Object.entries(pictures).flatMap(([name, { width }]) => [
    ...widthsOf(width).flatMap((step) => [pictureFile(name, step, 'avif'), pictureFile(name, step, 'webp')]),
    ...(/^banner-.*-phone$/.test(name) ? [] : [`/img/social/${name}.jpg`]),
  ])
  const there = readdirSync('public/img', { recursive: true, encoding: 'utf8' }).filter((file) => /\.\w+$/.test(file))
  expect(there.map((file) => `/img/${file.replaceAll('\\', '/')}`).sort()).toEqual(listed.sort())
})

test('says the true size of every picture, and keeps its blur small', async () => {
  for (const [name, { width, height, blur }] of Object.entries(pictures)) {
    const file = await sharp(`public${pictureFile(name, width, 'webp')}`).metadata()
    expect({ name, width: file.width, height: file.height }).toEqual({ name, width, height })
    expect(blur, name).toMatch(/^data:image\/webp;base64,[\w+/]+=*$/)
    expect(blur.length, name).toBeLessThanOrEqual(300)
  }
})

test('finds a picture by its name, by the name that it once had, and by the address that the first release kept', () => {
  const kept = findPicture('karat-10g', 'a bar')
  expect(kept?.alt).toBe('a bar')
  expect(existsSync(`public${kept?.src}`)).toBe(true)
  expect(findPicture('/img/bar10.webp', 'a bar')).toEqual(kept)
  expect(findPicture('bar10', 'a bar')).toEqual(kept)
  expect(thumbnailOf('/img/bar10.webp')).toBe('/img/karat-10g-240.webp')
  expect([findPicture('nothing', ''), thumbnailOf('')]).toEqual([null, ''])
})

test('the card of a page without a picture of its own is there', () => {
  expect(pageMeta([], { title: '', description: '' })).toContainEqual({
    property: 'og:image',
    content: '/img/social/hero.jpg',
  })
  expect(existsSync('public/img/social/hero.jpg')).toBe(true)
})
