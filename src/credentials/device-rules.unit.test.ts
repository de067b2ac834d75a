import { expect, test } from 'vitest'
import { deviceOf } from './device-rules.ts'

test.each([
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0 Mobile Safari/537.36',
    'Chrome · Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Mobile Safari/604.1',
    'Safari · iPhone',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/153.0 Safari/537.36 Edg/153.0', 'Edge · Windows'],
  ['curl/8.5.0', 'curl'],
  [undefined, '–'],
])('names the device of %s', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device))
