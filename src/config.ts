/**
 * The only reader of the environment. Every variable is in this table with its default and meaning;
 * docs/running.md repeats it, and a test holds the two together. A bad setting stops the start with one sentence.
 */
import { z } from 'zod'
import { isEasySecret } from './credentials/secret-rules.ts'
import { readAddress } from './db/address-rules.ts'
import { isNetwork, isOwnAddress, isPublicHost } from './http/host-rules.ts'
import { MARKET_HOURS, marketOf } from './pricing/market-rules.ts'

const port = z.coerce.number('must be a port number').int().min(0).max(65535)
const url = z.url('must be a whole address, such as https://shop.example')
const secret = z.string().min(32, 'must have at least 32 characters')
function isKnownZone(hours: string): boolean {
  try {
    marketOf(hours)
    return true
  } catch {
    return false
  }
}
const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((text) => text === '1')

export const variables = {
  PORT: { schema: port, fallback: '3000', meaning: 'port of the web server' },
  HOST: { schema: z.string(), fallback: '127.0.0.1', meaning: 'address the web server listens on; 0.0.0.0 for all' },
  PUBLIC_URL: {
    schema: url,
    fallback: 'http://localhost:$PORT',
    meaning: 'address members use; links in mail, return pages and webhooks are built from it',
  },
  DATA_DIR: {
    schema: z.string(),
    fallback: './data',
    meaning: 'folder of the embedded PostgreSQL and of secrets that were made at the first start',
  },
  DATABASE_URL: {
    schema: z
      .string()
      .refine((text) => readAddress(text) !== null, 'must look like postgres://user:password@host:5432/database'),
    fallback: '',
    meaning:
      'any PostgreSQL 17 or newer instead of the embedded one; of several hosts (host1:5432,host2) the first that is writable',
  },
  DATABASE_POOL: {
    schema: z.coerce.number().int().min(2).max(90),
    fallback: '16',
    meaning: 'connections of this process to the database',
  },
  DRAIN_SECONDS: {
    schema: z.coerce.number().min(0).max(60),
    fallback: '0',
    meaning: 'how long an instance that was told to end goes on answering, for its balancer to notice',
  },
  DEMO: {
    schema: flag,
    fallback: '1',
    meaning:
      '1: seed the demo shop, show /dev/mailbox, serve the sandbox acquirer. 0: a real shop, which begins with nothing',
  },
  DEMO_PUBLIC: {
    schema: flag,
    fallback: '0',
    meaning:
      '1: the demonstration may stand under a public PUBLIC_URL, where everybody reads its mailbox and its staff’s codes',
  },
  DEMO_HISTORY: {
    schema: flag,
    fallback: '1',
    meaning:
      '1: the demo shop gets a small history of orders, once, after its first start. 0: it has only what visitors do',
  },
  PRICE_FEED: {
    schema: z.enum(['simulated', 'http'], 'must be simulated or http'),
    fallback: 'simulated',
    meaning: 'where the gold price comes from',
  },
  PRICE_FEED_URL: { schema: url, fallback: '', meaning: 'http feed: address of a JSON answer' },
  PRICE_FEED_POINTER: {
    schema: z.string().startsWith('/', 'must be a JSON pointer, such as /data/price'),
    fallback: '/price',
    meaning: 'http feed: JSON pointer to the spot price',
  },
  PRICE_FEED_TIME_POINTER: {
    schema: z.string().startsWith('/', 'must be a JSON pointer'),
    fallback: '',
    meaning: 'http feed: JSON pointer to the time of the price; without it the time of receipt counts',
  },
  PRICE_FEED_UNIT: {
    schema: z.enum(['gram', 'ounce'], 'must be gram or ounce'),
    fallback: 'ounce',
    meaning: 'http feed: weight that the price is for (ounce: troy ounce)',
  },
  PRICE_FEED_CURRENCY: {
    schema: z.enum(['USD', 'IDR', 'MYR']),
    fallback: 'USD',
    meaning: 'http feed: currency of the price',
  },
  PRICE_FEED_KEY: { schema: z.string(), fallback: '', meaning: 'http feed: sent as Authorization: Bearer' },
  PRICE_FEED_RATES: {
    schema: z
      .string()
      .regex(/^[A-Z]{3}=\d+(\.\d{1,6})?(,[A-Z]{3}=\d+(\.\d{1,6})?)*$/, 'must look like IDR=16250,MYR=4.13'),
    fallback: 'IDR=16250,MYR=4.13',
    meaning: 'http feed: units of each currency per US dollar',
  },
  PRICE_REFERENCE_URL: {
    schema: url,
    fallback: '',
    meaning: 'address of a second source; it is never sold at, but vouches for a doubted price, or stops a wrong one',
  },
  PRICE_REFERENCE_POINTER: {
    schema: z.string().startsWith('/', 'must be a JSON pointer, such as /data/price'),
    fallback: '/price',
    meaning: 'second source: JSON pointer to the spot price',
  },
  PRICE_REFERENCE_TIME_POINTER: {
    schema: z.string().startsWith('/', 'must be a JSON pointer'),
    fallback: '',
    meaning: 'second source: JSON pointer to the time of the price; without it the time of receipt counts',
  },
  PRICE_REFERENCE_UNIT: {
    schema: z.enum(['gram', 'ounce'], 'must be gram or ounce'),
    fallback: 'ounce',
    meaning: 'second source: weight that the price is for',
  },
  PRICE_REFERENCE_CURRENCY: {
    schema: z.enum(['USD', 'IDR', 'MYR']),
    fallback: 'USD',
    meaning: 'second source: currency of the price',
  },
  PRICE_REFERENCE_KEY: { schema: z.string(), fallback: '', meaning: 'second source: sent as Authorization: Bearer' },
  PRICE_REFERENCE_RATES: {
    schema: z
      .string()
      .regex(/^[A-Z]{3}=\d+(\.\d{1,6})?(,[A-Z]{3}=\d+(\.\d{1,6})?)*$/, 'must look like IDR=16250,MYR=4.13'),
    fallback: '',
    meaning: 'second source: its own units of each currency per US dollar; without them it vouches for dollars only',
  },
  PRICE_MARKET_HOURS: {
    schema: z
      .string()
      .regex(MARKET_HOURS, 'must look like Sun 18:00-Fri 17:00 America/New_York')
      .refine(isKnownZone, 'must end with a time zone'),
    fallback: '',
    meaning: 'when gold is traded, spans separated by commas and their time zone; without it the market never closes',
  },
  PRICE_MARKET_HOLIDAYS: {
    schema: z
      .string()
      .regex(/^(20\d\d-[01]\d-[0-3]\d(,|$))+$/, 'must be dates such as 2026-12-25, separated by commas'),
    fallback: '',
    meaning: 'days on which that market stays closed, in its time zone, separated by commas',
  },
  PRICE_POLL_SECONDS: {
    schema: z.coerce.number().min(0.05).max(60),
    fallback: '5',
    meaning: 'seconds between two looks at the feed',
  },
  PIN_KEY: {
    schema: secret,
    fallback: '',
    meaning: 'key mixed into every PIN before it is hashed; kept outside the database',
  },
  MASTER_KEY: {
    schema: secret,
    fallback: '',
    meaning: 'key that wraps the keys of documents and the secrets of authenticator apps; kept outside the database',
  },
  MASTER_KEY_OLD: {
    schema: secret,
    fallback: '',
    meaning: 'the master key before, still able to open what was sealed with it',
  },
  SANDBOX_KEY: { schema: secret, fallback: '', meaning: 'the shop’s key at the sandbox acquirer' },
  SANDBOX_WEBHOOK_SECRET: {
    schema: secret,
    fallback: '',
    meaning: 'secret with which the sandbox acquirer signs its notices',
  },
  SANDBOX_WEBHOOK_SECRET_OLD: {
    schema: secret,
    fallback: '',
    meaning: 'the secret before, still accepted while it is being changed',
  },
  SANDBOX_URL: {
    schema: url,
    fallback: 'http://127.0.0.1:$PORT',
    meaning: 'where the shop reaches the sandbox acquirer',
  },
  SMTP_URL: {
    schema: z.string().regex(/^smtps?:\/\/\S+$/, 'must begin with smtp:// or smtps://'),
    fallback: '',
    meaning: 'mail server, with user and password: smtps://user:password@mail.example or smtp://…:587',
  },
  SMTP_TLS: {
    schema: z.enum(['required', 'none'], 'must be required or none'),
    fallback: 'required',
    meaning: 'required: mail leaves encrypted or not at all; none: for a mail server on the same machine',
  },
  MAIL_FROM: {
    schema: z
      .string()
      .regex(
        /^([^<>@,"\r\n]+ <[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/,
        'must look like Karat <mail@shop.example>',
      ),
    fallback: '',
    meaning: 'sender of mail',
  },
  MAIL_REPLY_TO: { schema: z.email('must be an e-mail address'), fallback: '', meaning: 'where answers to mail go' },
  SMS_URL: {
    schema: z.string().regex(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/])\S+$/, 'must begin with https://'),
    fallback: '',
    meaning: 'gateway for text messages: gets POST with JSON to, from, text, reference',
  },
  SMS_KEY: { schema: z.string().min(1), fallback: '', meaning: 'sent to the gateway as Authorization: Bearer' },
  SMS_FROM: { schema: z.string().max(15), fallback: 'Karat', meaning: 'sender of text messages' },
  CORS_ORIGINS: {
    schema: z
      .string()
      .regex(
        /^(https?:\/\/[a-z0-9.-]+(:\d+)?(,|$))+$/,
        'must be origins such as https://shop.example, separated by commas',
      ),
    fallback: '',
    meaning: 'other origins whose pages may call the API, separated by commas',
  },
  MARKETING_URL: {
    schema: url,
    fallback: '',
    meaning: 'the marketing site, whose sign-up links lead here; /promo and /refer lead there',
  },
  REDIRECTS: {
    schema: z.string().regex(/^(\/[^,=\s]*=[^,\s]+(,|$))+$/, 'must look like /old=/new,/sale=https://go.example/2026'),
    fallback: '',
    meaning: 'paths that lead elsewhere, separated by commas: to a path of the shop or an address of REDIRECT_TARGETS',
  },
  REDIRECT_TARGETS: {
    schema: z
      .string()
      .regex(/^(https:\/\/[^,\s/?#]+(\/[^,\s?#]*)?(,|$))+$/, 'must be https addresses, separated by commas'),
    fallback: '',
    meaning: 'the only outside addresses that REDIRECTS may lead to, or below, separated by commas',
  },
  TRUST_PROXY: {
    schema: z
      .string()
      .regex(
        /^([\da-f]*[.:][\da-f.:]*(\/\d+)?(,|$))+$/,
        'must be network addresses such as 10.0.0.1, separated by commas',
      )
      .refine(
        (text) => text.split(',').filter(Boolean).every(isNetwork),
        'must be addresses or networks that there are, none wider than 10.0.0.0/8',
      ),
    fallback: '',
    meaning: 'addresses of proxies in front, separated by commas; never a number, never true',
  },
  RATE_LIMITS: {
    schema: flag,
    fallback: '1',
    meaning: '0 switches request limits off, for the benchmark and for browser tests from one address',
  },
  EXPOSURE_LIMITS: {
    schema: flag,
    fallback: '1',
    meaning: '0 sells beyond the limits of open exposure, for the benchmark and for tests; never with DEMO=0',
  },
  LOG_LEVEL: {
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    fallback: 'warn',
    meaning: 'how much the server writes to its log',
  },
} as const satisfies Record<string, { schema: z.ZodType; fallback: string; meaning: string }>

type Variables = { [K in keyof typeof variables]: z.output<(typeof variables)[K]['schema']> }
export type Config = { [K in keyof Variables]: Variables[K] | (K extends Optional ? '' : never) }
type Optional = {
  [K in keyof typeof variables]: (typeof variables)[K]['fallback'] extends '' ? K : never
}[keyof typeof variables]

/** Reads the whole environment, or throws one sentence that names every variable that is wrong. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const wrong: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, { schema, fallback }] of Object.entries(variables)) {
    const text = (environment[name] ?? fallback).replace('$PORT', environment.PORT || variables.PORT.fallback)
    if (text === '') {
      values[name] = ''
      continue
    }
    const read = (schema as z.ZodType).safeParse(text)
    if (read.success) values[name] = read.data
    else wrong.push(`${name} ${read.error.issues[0]?.message}`)
  }
  const config = values as Config
  wrong.push(...(config.DEMO === false ? faultsOfShop(config) : faultsOfDemo(config)))
  if (config.DEMO === false && config.EXPOSURE_LIMITS === false) wrong.push('EXPOSURE_LIMITS must not be 0 when DEMO=0')
  if (config.PRICE_FEED === 'http' && config.PRICE_FEED_URL === '')
    wrong.push('PRICE_FEED_URL must be set when PRICE_FEED=http')
  if (config.PRICE_REFERENCE_URL !== '' && config.PRICE_REFERENCE_URL === config.PRICE_FEED_URL)
    wrong.push('PRICE_REFERENCE_URL must be another source than PRICE_FEED_URL')
  if (config.SMTP_URL !== '' && config.MAIL_FROM === '') wrong.push('MAIL_FROM must be set when SMTP_URL is')
  if (config.SMS_URL !== '' && config.SMS_KEY === '') wrong.push('SMS_KEY must be set when SMS_URL is')
  if (wrong.length > 0) throw new Error(`These settings are wrong: ${wrong.join('; ')}.`)
  return config
}

/** A shop with real money: every secret is drawn, and nobody on the way reads along. Secrets that are not named are made at the first start. */
function faultsOfShop(config: Config): string[] {
  const secrets = [
    ...(['PIN_KEY', 'MASTER_KEY', 'SANDBOX_KEY', 'SANDBOX_WEBHOOK_SECRET'] as const),
    ...(['MASTER_KEY_OLD', 'SANDBOX_WEBHOOK_SECRET_OLD'] as const),
  ]
  const isOwn = config.PUBLIC_URL && isOwnAddress(new URL(config.PUBLIC_URL).hostname)
  return [
    ...secrets
      .filter((name) => config[name] && isEasySecret(config[name]))
      .map((name) => `${name} is too easy to guess: take what "openssl rand -hex 32" prints`),
    ...secrets.flatMap((name, place) =>
      secrets
        .slice(0, place)
        .filter((other) => config[name] && config[name] === config[other])
        .map((other) => `${name} must be another secret than ${other}`),
    ),
    ...(isOwn || config.PUBLIC_URL?.startsWith('https://') ? [] : ['PUBLIC_URL must begin with https:// when DEMO=0']),
  ]
}

/** Why members cannot come to this address, or null. A real shop is set up at any address of its own machine, and opened at none. */
export function faultOfAddress(publicUrl: string): string | null {
  const { protocol, hostname } = new URL(publicUrl)
  if (isOwnAddress(hostname)) return 'PUBLIC_URL must be an address that members reach when DEMO=0'
  return protocol === 'https:' ? null : 'PUBLIC_URL must begin with https:// when DEMO=0'
}

/** A demonstration shows everybody its mailbox and the codes of its staff. */
function faultsOfDemo({ PUBLIC_URL, DEMO_PUBLIC }: Config): string[] {
  if (DEMO_PUBLIC || !PUBLIC_URL || !isPublicHost(new URL(PUBLIC_URL).hostname)) return []
  return [
    'PUBLIC_URL is public: set DEMO=0 for a real shop, or DEMO_PUBLIC=1 if everybody may read the demo’s mailbox and codes',
  ]
}
