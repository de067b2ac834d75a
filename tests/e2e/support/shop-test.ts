/** What every browser test stands on: an English-speaking visitor, a member on request, the database, and a watch for errors. */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { v7 as newId } from 'uuid'
import '../../../src/ui/start-script.ts'

export type Member = { id: string; email: string; token: string }
type Options = { signedIn: boolean; language: string }
type Fixtures = { member: Member; watch: Watch }
type Shared = { db: pg.Pool }

/** What the browser complained about, and what a test that provokes complaints expects of it. */
export class Watch {
  readonly complaints: string[] = []
  /** Calls that the server had no room for at first, and served when the page asked again. */
  readonly #served = new Map<string, boolean>()
  /** Playwright’s own words, since the configuration blocks them but for offline.spec.ts. */
  readonly #expected: RegExp[] = [/Service Worker registration blocked by Playwright/]
  expect(pattern: RegExp) {
    this.#expected.push(pattern)
  }
  unexpected = () =>
    this.complaints.filter((line) => !this.#expected.some((pattern) => pattern.test(line)) && !this.#wasServed(line))
  #wasServed = (line: string) =>
    line.includes('status of 503') && this.#served.get(line.slice(line.lastIndexOf(' ') + 1)) === true

  follow(page: Page) {
    page.on('pageerror', (error) => this.complaints.push(`page error: ${error.message}`))
    page.on('response', (response) => this.#served.set(response.url(), response.status() !== 503))
    page.on('console', (message) => {
      const { url } = message.location()
      if (message.type() === 'error' || message.type() === 'warning')
        this.complaints.push(`${message.type()}: ${message.text()} ${url}`)
    })
  }
}

export const test = base.extend<Options & Fixtures, Shared>({
  signedIn: [false, { option: true }],
  language: ['en-US', { option: true }],

  db: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const pool = new pg.Pool({
        connectionString: readFileSync('node_modules/.cache/karat-tests/database', 'utf8'),
        max: 2,
      })
      await use(pool)
      await pool.end()
    },
    { scope: 'worker' },
  ],

  /**
   * A document that was gone to is alive when the test goes on, as it is for a person who looks before they press; with
   * `waitUntil` it need not be.
   */
  page: async ({ page, javaScriptEnabled }, use) => {
    const go = page.goto.bind(page)
    const reload = page.reload.bind(page)
    type Wait = { waitUntil?: string } | undefined
    const settle = async <T>(answer: T, options: Wait) => {
      if (javaScriptEnabled && options?.waitUntil === undefined) await alive(page)
      return answer
    }
    page.goto = async (url, options) => settle(await go(url, options), options)
    page.reload = async (options) => settle(await reload(options), options)
    await use(page)
  },

  member: async ({ db, language }, use) => use(await newMember(db, language)),

  /** The same for all tests of a language: with another one their context would be another. */
  storageState: async ({ baseURL, language }, use) => {
    const cookie = { name: 'language', value: language, domain: new URL(baseURL ?? '').hostname, path: '/' }
    await use({ cookies: [{ ...cookie, expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' }], origins: [] })
  },

  context: async ({ context, signedIn, member: { id, token } }, use) => {
    if (signedIn)
      await keep(context, { token, userInfo: JSON.stringify({ id, name: 'Ratna Wulandari' }), isLogin: '1' })
    await use(context)
  },

  /** Every test fails on an error, warning or refused content in any page's console that it did not expect. */
  watch: [
    async ({ context }, use) => {
      const watch = new Watch()
      for (const page of context.pages()) watch.follow(page)
      context.on('page', (page) => watch.follow(page))
      await context.addInitScript(() =>
        addEventListener('securitypolicyviolation', (event) =>
          console.error(`refused by the policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
        ),
      )
      await use(watch)
      expect(watch.unexpected(), 'what the browser complained about').toEqual([])
    },
    { auto: true },
  ],
})

/** Puts values where a page of the shop finds them, from an answer that runs no script. */
async function keep(context: BrowserContext, values: Record<string, string>) {
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto('/robots.txt')
  await page.evaluate((all) => {
    for (const [name, value] of Object.entries(all)) localStorage.setItem(name, value)
  }, values)
}

/** The page that was loaded answers to what is pressed, in all its parts: somebody has come. */
export const alive = (page: Page) =>
  page.waitForFunction(() => {
    if (!('__reactRouterContext' in window)) return true
    dispatchEvent(new Event('pointermove'))
    return window.karatAlive && !document.querySelector('[data-waiting]')
  })

export type { Page }
export { expect }

async function newMember(db: pg.Pool, language: string): Promise<Member> {
  const [id, token] = [newId(), randomBytes(32).toString('base64url')]
  const email = `${id}@karat.test`
  await db.query(
    `insert into identity.members (id, email, name, store, language, password_hash, agreement_version)
     values ($1, $2, 'Ratna Wulandari', 'id', $3, '$argon2id$v=19$m=19456,t=2,p=1$pFNscUuHmUMS+zO/PeMlmQ$SbNWgqPEnMiseE5/17mQ+HjMSmehEPjwVv9dB+3ndak', '2026-11-24')`,
    [id, email, language],
  )
  await db.query('insert into kyc.levels (member_id, level) values ($1, 3)', [id]) // may buy without limit
  await db.query(
    `insert into identity.sessions (token_hash, id, member_id, expires_at, device, address)
     values ($1, $2, $3, now() + interval '1 day', 'test', '127.0.0.1')`,
    [createHash('sha256').update(token).digest(), newId(), id],
  )
  return { id, email, token }
}
