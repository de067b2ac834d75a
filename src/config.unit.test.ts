import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { faultOfAddress, readConfig } from './config.ts'

const drawn = () => randomBytes(32).toString('hex')
const real = () => ({
  DEMO: '0',
  PUBLIC_URL: 'https://karat.co.id',
  PIN_KEY: drawn(),
  MASTER_KEY: drawn(),
  SANDBOX_KEY: drawn(),
  SANDBOX_WEBHOOK_SECRET: drawn(),
})

test('a real shop is behind https', () => {
  expect(readConfig(real()).PUBLIC_URL).toBe('https://karat.co.id')
  for (const PUBLIC_URL of ['http://karat.co.id', 'ftp://karat.co.id'])
    expect(() => readConfig({ ...real(), PUBLIC_URL })).toThrow('PUBLIC_URL must begin with https:// when DEMO=0')
})

test.each([
  'PIN_KEY',
  'MASTER_KEY',
  'MASTER_KEY_OLD',
  'SANDBOX_KEY',
  'SANDBOX_WEBHOOK_SECRET',
  'SANDBOX_WEBHOOK_SECRET_OLD',
])('a real shop does not start with a %s that is soon guessed, and does not say which it is', (name) => {
  const secret = 'abracadabra '.repeat(3)
  const read = () => readConfig({ ...real(), [name]: secret })
  expect(read).toThrow(`${name} is too easy to guess`)
  expect(read).not.toThrow('abracadabra')
})

test('the secrets of a real shop differ from each other, and no sentence says which they are', () => {
  const MASTER_KEY = drawn()
  for (const name of ['PIN_KEY', 'SANDBOX_KEY', 'SANDBOX_WEBHOOK_SECRET', 'MASTER_KEY_OLD']) {
    const read = () => readConfig({ ...real(), MASTER_KEY, [name]: MASTER_KEY })
    expect(read).toThrow(/(MASTER_KEY must be another secret than PIN_KEY|must be another secret than MASTER_KEY)/)
    expect(read).toThrow(name)
    expect(read).not.toThrow(MASTER_KEY)
  }
  const spare = { MASTER_KEY_OLD: drawn(), SANDBOX_WEBHOOK_SECRET_OLD: drawn() }
  expect(readConfig({ ...real(), ...spare }).MASTER_KEY_OLD).toBe(spare.MASTER_KEY_OLD)
})

test.each(['https://localhost', 'https://127.0.0.1:8443', 'https://[::1]', 'https://192.168.1.9'])(
  'a real shop is set up at %s, and not opened there',
  (PUBLIC_URL) => {
    expect(faultOfAddress(readConfig({ ...real(), PUBLIC_URL }).PUBLIC_URL)).toMatch(
      /^PUBLIC_URL must be an address that members reach/,
    )
  },
)

test.each([
  '10.0.0.1/99',
  '999.0.0.1',
  '0.0.0.0/0',
  '0.0.0.0/1',
  '::/0',
  '10.0.0.1/',
  '10.0.0.1,::ffff:0:0/96',
  'true',
  '1',
])('a proxy is no %s', (TRUST_PROXY) => {
  expect(() => readConfig({ TRUST_PROXY })).toThrow('TRUST_PROXY must be')
})

test.each(['10.0.0.1', '10.0.0.0/8,192.168.1.7', '::1,fc00::/7,2001:db8::1/128'])(
  '%s may be proxies',
  (TRUST_PROXY) => {
    expect(readConfig({ TRUST_PROXY }).TRUST_PROXY).toBe(TRUST_PROXY)
  },
)

test('a demonstration stays where only its own people come, unless it says that it is meant for all', () => {
  expect(readConfig({}).DEMO).toBe(true)
  for (const PUBLIC_URL of ['http://localhost:3000', 'https://demo.internal', 'http://192.168.1.9:3000'])
    expect(readConfig({ PUBLIC_URL }).PUBLIC_URL).toBe(PUBLIC_URL)
  const open = { PUBLIC_URL: 'https://demo.karat.co.id' }
  expect(() => readConfig(open)).toThrow('DEMO_PUBLIC')
  expect(readConfig({ ...open, DEMO_PUBLIC: '1' }).PUBLIC_URL).toBe('https://demo.karat.co.id')
})
