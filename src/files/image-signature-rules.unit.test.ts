import { expect, test } from 'vitest'
import { imageFormatOf, isAlsoSomethingElse } from './image-signature-rules.ts'

/** A photograph that has this in its middle. */
const withInside = (text: string) =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    Buffer.from('…'),
    Buffer.from(text, 'latin1'),
    Buffer.alloc(64, 0x8a),
  ])

test.each([
  '<script>alert(1)</script>',
  '<ScRiPt src=a.js>',
  '<script/x>',
  '<html>',
  '<HTML lang=en>',
  '<!DOCTYPE html>',
  '<iframe src=a>',
  '<?php echo 1',
  '%PDF-1.7',
  '%pdf-2.0',
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '<svg onload=alert(1)>',
  '<SVG><circle/></SVG>',
  'Rar!\u001a\u0007\u0001',
  "7z\u00bc\u00af'\u001c",
  'PK\u0001\u0002 a directory PK\u0005\u0006',
])('%s in a photograph is found', (text) => {
  expect(imageFormatOf(withInside(text))).toBe('jpeg')
  expect(isAlsoSomethingElse(withInside(text))).toBe(true)
})

test.each([
  '<svg',
  '<SvG\u0091',
  '<sVg xyz',
  '<html\u0003',
  '<?php\u00ff',
  '%pdf-\u0080',
  '<script\u00f0',
  'PK\u0005\u0006',
  'PK\u0001\u0002',
])('%s alone, as it stands in a photograph by chance, is nothing', (text) => {
  expect(isAlsoSomethingElse(withInside(text))).toBe(false)
})
