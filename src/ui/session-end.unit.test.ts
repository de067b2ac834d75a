/**
 * How a session ends in a tab, with calls that are quiet and calls that are not, and what it makes of what other tabs do:
 * they write into the same storage, and it hears of it as a browser tells it. tests/e2e/ended-session.spec.ts shows the
 * forms and the dialogs.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as m from '../locale/paraglide/messages.js'
import { get, post } from './api-client.ts'
import { questionNow } from './asking.ts'
import { setGo } from './go.ts'
import { requireLogin } from './login-guard.ts'
import { clearSession, keepUserInfo, signIn, userInfo } from './session.ts'
import { leaveSession, mindSession } from './session-end.ts'

type Written = { key: string | null; oldValue: string | null }

const kept = new Map<string, string>()
const reload = vi.fn()
let heard: (event: Written) => void
let went: [path: string, replaced: boolean][]
let answers: Record<string, unknown>
let sessions = 0

beforeEach(() => {
  kept.clear()
  answers = {}
  went = []
  reload.mockClear()
  setGo((path, options) => went.push([path, options?.replace ?? false]))
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('location', { pathname: '/user', search: '?x=1', reload })
  vi.stubGlobal('sessionStorage', { setItem: () => {}, getItem: () => null })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('addEventListener', (_: string, listener: typeof heard) => {
    heard = listener
  })
  vi.stubGlobal('fetch', async (url: string) => {
    const body = await answers[url.split('/').at(-1) ?? '']
    return { headers: new Headers(), text: async () => JSON.stringify(body) }
  })
  mindSession()
})
afterEach(() => {
  questionNow()?.answer(false)
  clearSession()
  vi.unstubAllGlobals()
})

const ratna = { id: 'ratna', name: 'Ratna' }
const bagus = { id: 'bagus', name: 'Bagus' }

/** Signs in with a token that no test before has used. */
function newSession(user = ratna): string {
  const token = `token-${++sessions}`
  signIn(token, user)
  return token
}

/** Another tab writes one value after the other, and this one hears of each when it is written. */
function otherTab(values: Record<string, string | null>) {
  for (const [key, value] of Object.entries(values)) {
    const oldValue = kept.get(key) ?? null
    if (value === null) kept.delete(key)
    else kept.set(key, value)
    if (oldValue !== value) heard({ key, oldValue })
  }
}
const otherTabSignsIn = (token: string, user = ratna) =>
  otherTab({ userInfo: JSON.stringify(user), token, isLogin: '1' })
const otherTabLeaves = () => otherTab({ isLogin: null, token: null, userInfo: null })

const over = { status: 'error', code: 4001, message: 'Unauthenticated.', error: 'unauthenticated' }
const locked = { status: 'error', code: 4000, message: 'locked', error: 'pin_locked' }

/** What has become of a call once everything that can happen has happened. */
function fate(call: Promise<unknown>): Promise<unknown> {
  const settled = call.then(
    (value) => ({ value }),
    (failure: Error) => ({ refused: failure.message }),
  )
  return Promise.race([settled, new Promise((resolve) => setTimeout(() => resolve('waits')))])
}

async function logIn() {
  questionNow()?.answer(true)
  await Promise.resolve()
}

test.each([
  ['an ordinary call', {}],
  ['a quiet one', { quiet: true }],
  ['one whose form says its refusals', { beside: true }],
])(
  '%s that finds the session over: one dialog, nothing is kept, no answer for the caller, /login',
  async (_, options) => {
    answers = { one: over, two: over }
    newSession()
    const calls = [post('/x/one', {}, options), get('/x/two', {}, options)]
    for (const call of calls) expect(await fate(call)).toBe('waits')
    expect(questionNow()).toMatchObject({
      title: m.ui_tips(),
      text: m.ui_login_needed(),
      confirm: m.ui_log_in(),
      tone: 'warn',
    })
    expect(Object.fromEntries(kept)).toEqual({ isLogin: '0' })
    await logIn()
    expect(questionNow(), 'one for both').toBeNull()
    expect(went).toEqual([['/login', true]])
    expect(kept.size).toBe(0)
  },
)

test('the page that stands until /login comes asks on, and is told nothing more', async () => {
  answers = { one: over, two: over }
  newSession()
  expect(await fate(get('/x/one'))).toBe('waits')
  await logIn()
  expect(await fate(get('/x/two', {}, { quiet: true }))).toBe('waits')
  expect(questionNow()).toBeNull()
})

test('a third wrong PIN: its dialog, and nothing is kept from the moment it stands', async () => {
  answers = { pin: locked }
  newSession()
  expect(await fate(post('/x/pin', {}, { beside: true }))).toBe('waits')
  expect(questionNow()).toMatchObject({ title: m.ui_tips(), text: m.ui_pin_locked_out() })
  expect(kept.size).toBe(0)
  await logIn()
  expect(went).toEqual([['/login', true]])
})

test.each([
  ['4000 then 4001', [locked, over]],
  ['4001 then 4000', [over, locked]],
  ['4000 twice', [locked, locked]],
])('%s: one dialog, which says that the PIN is locked', async (_, [one, two]) => {
  answers = { one, two }
  newSession()
  const calls = [post('/x/one'), post('/x/two')]
  for (const call of calls) expect(await fate(call)).toBe('waits')
  expect(questionNow()).toMatchObject({ text: m.ui_pin_locked_out() })
  await logIn()
  expect(questionNow()).toBeNull()
  expect(went).toEqual([['/login', true]])
})

test.each([
  ['4001', over],
  ['4000', locked],
])(
  "an old call's %s that comes after a new sign-in destroys nothing: that call alone is refused",
  async (_, answer) => {
    const late = Promise.withResolvers<unknown>()
    answers = { late: late.promise }
    newSession()
    const call = post('/x/late', {}, { beside: true })
    clearSession()
    const token = newSession()
    late.resolve(answer)
    expect(await fate(call)).toEqual({ refused: m.ui_session_changed() })
    expect([questionNow(), went]).toEqual([null, []])
    expect(Object.fromEntries(kept)).toMatchObject({ token, isLogin: '1' })
  },
)

test('another tab signs in while the dialog stands: its answer leaves that session, whose own end is told again', async () => {
  answers = { one: over, two: over }
  newSession()
  expect(await fate(get('/x/one'))).toBe('waits')
  otherTabSignsIn(`other-${++sessions}`)
  await logIn()
  expect(went, '/login leads back who is signed in').toEqual([['/login', true]])
  expect(kept.get('isLogin')).toBe('1')
  expect(await fate(get('/x/two'))).toBe('waits')
  expect(questionNow()).toMatchObject({ text: m.ui_login_needed() })
})

test("a visitor's refusal is told once, and again after somebody has signed in and left in another tab", async () => {
  answers = { one: over, two: over, three: over }
  expect(await fate(get('/x/one'))).toBe('waits')
  await logIn()
  expect(await fate(get('/x/two'))).toBe('waits')
  expect(questionNow()).toBeNull()
  otherTabSignsIn(`other-${++sessions}`)
  otherTabLeaves()
  expect(await fate(get('/x/three'))).toBe('waits')
  expect(questionNow()).not.toBeNull()
})

test('who logs out is told nothing by late answers, and is let go though the session was over before', async () => {
  const late = Promise.withResolvers<unknown>()
  answers = { late: late.promise, logout: over }
  newSession()
  const call = get('/x/late')
  leaveSession()
  expect(await fate(post('/user/logout', {}, { quiet: true, leaving: true }))).toEqual({ refused: '' })
  clearSession()
  late.resolve(over)
  expect(await fate(call)).toBe('waits')
  expect([questionNow(), went]).toEqual([null, []])
})

test('what a page asks by itself does not tell of the end; the next call of the member does', async () => {
  answers = { news: over, asked: over }
  newSession()
  expect(await fate(get('/x/news', {}, { quiet: true, unasked: true }))).toEqual({ refused: '' })
  expect(questionNow()).toBeNull()
  expect(await fate(get('/x/asked'))).toBe('waits')
  expect(questionNow()).not.toBeNull()
})

test('a session that another tab has left: this page is asked for anew, late answers are told to nobody', async () => {
  const late = Promise.withResolvers<unknown>()
  answers = { late: late.promise }
  newSession()
  const call = get('/x/late')
  otherTabLeaves()
  expect(went, 'its guard sends a page of the member area to /login').toEqual([['/user?x=1', true]])
  late.resolve(over)
  expect(await fate(call)).toBe('waits')
  expect(questionNow()).toBeNull()
})

test('one member after the other: their page is loaded anew; the same member again, or a visitor, keeps it', () => {
  otherTabSignsIn(`other-${++sessions}`)
  otherTab({ token: `other-${++sessions}` })
  expect([went, reload.mock.calls.length]).toEqual([[], 0])
  otherTab({ userInfo: JSON.stringify(bagus) })
  expect([went, reload.mock.calls.length]).toEqual([[], 1])
})

test('what is being asked when the session ends is answered as if cancelled, and its dialog is gone', async () => {
  otherTabSignsIn(`other-${++sessions}`)
  otherTabLeaves()
  answers = { one: over }
  const guarded = requireLogin()
  expect(questionNow()).toMatchObject({ cancel: m.ui_cancel() })
  void get('/x/one')
  expect(await fate(guarded)).toEqual({ refused: 'the member is not signed in' })
  expect(questionNow()).not.toHaveProperty('cancel')
  await logIn()
  expect(questionNow()).toBeNull()
})

test('what the shop says late of a member who has left, or of another one, is not kept', () => {
  newSession()
  keepUserInfo({ ...ratna, name: 'Ratna Wulandari' })
  expect(userInfo()).toMatchObject({ name: 'Ratna Wulandari' })
  newSession(bagus)
  keepUserInfo(ratna)
  expect(userInfo()).toMatchObject(bagus)
  clearSession()
  keepUserInfo(ratna)
  expect(userInfo()).toBeNull()
})

test("a dialog that a reload cut short leaves nothing of its '0'", () => {
  kept.set('isLogin', '0')
  mindSession()
  expect(kept.size).toBe(0)
})
