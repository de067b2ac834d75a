import { expect, test } from 'vitest'
import { hostnameOf, isOwnAddress, isPublicHost } from './host-rules.ts'

test.each([
  ['localhost', false],
  ['shop.localhost', false],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['172.32.0.1', true],
  ['192.168.1.9', false],
  ['[::1]', false],
  ['[fd00::1]', false],
  ['[2001:db8::1]', true],
  ['203.0.113.9', true],
  ['shop', false],
  ['shop.local', false],
  ['shop.example', false],
  ['karat.co.id', true],
  ['localhost.karat.co.id', true],
  ['10.karat.co.id', true],
])('%s: the world can reach it: %s', (host, isPublic) => {
  expect(isPublicHost(host)).toBe(isPublic)
})

test.each(['localhost', '127.0.0.1', '192.168.1.9', '[::1]'])('%s is nobody else’s name', (host) => {
  expect(isOwnAddress(host)).toBe(true)
})

test.each(['shop.example', 'shop.local', '127.0.0.1.evil.com', '10.evil.com', 'localhost.evil.com', ''])(
  'somebody else could point %j here',
  (host) => {
    expect(isOwnAddress(host)).toBe(false)
  },
)

test.each([
  ['LocalHost:3000', 'localhost'],
  ['[::1]:3000', '::1'],
  ['127.0.0.1:80', '127.0.0.1'],
  ['a@localhost', ''],
  ['localhost/x', ''],
  ['', ''],
  [undefined, ''],
  ['[', ''],
])('the name in %j is %j', (host, name) => {
  expect(hostnameOf(host)).toBe(name)
})
