import { describe, expect, it } from 'vitest'
import { judgeAnswer, judgeEnd } from './answer-rules.ts'

const judge = (body: unknown, path = '/product/cartList') => judgeAnswer(path, body)

describe("the seed's error catalogue", () => {
  it('hands a success to the caller', () => {
    expect(judge({ status: 'success', code: 200, data: 1 })).toEqual({ kind: 'result' })
  })

  it('hands code 6000 to the caller without a message', () => {
    expect(judge({ status: 'error', code: 6000, message: 'The price moved', error: 'price_changed' })).toEqual({
      kind: 'result',
    })
    expect(judge({ status: 'error', data: { code: 6000 } })).toEqual({ kind: 'result' })
  })

  it.each([
    ['code 4001', { status: 'error', code: 4001, message: 'x' }],
    ['code 4001 as text', { status: 'error', code: '4001' }],
    ['code 4001 inside data', { status: 'error', code: 401, data: { code: 4001 } }],
    ["message 'Unauthenticated.'", { status: 'error', code: 500, message: 'Unauthenticated.' }],
    ["message 'Unauthenticated.' inside data", { data: { message: 'Unauthenticated.' } }],
  ])('takes %s for an ended session', (_, body) => {
    expect(judge(body)).toEqual({ kind: 'session_over', why: 'expired' })
  })

  it('takes code 4000 for the third wrong PIN', () => {
    expect(judge({ status: 'error', code: 4000, message: 'locked' })).toEqual({ kind: 'session_over', why: 'locked' })
  })

  it('obeys a code whatever the status beside it says', () => {
    expect(judge({ status: 'success', code: 4001 })).toEqual({ kind: 'session_over', why: 'expired' })
    expect(judge({ status: 'success', message: 'Unauthenticated.' })).toEqual({ kind: 'session_over', why: 'expired' })
    expect(judge({ status: 'success', code: 4000 })).toEqual({ kind: 'session_over', why: 'locked' })
    expect(judge({ status: 'success', code: 6000 })).toEqual({ kind: 'result' })
  })

  it("leaves a success's own data alone, though it has a code or a message", () => {
    expect(judge({ status: 'success', code: 200, data: { code: 4001, message: 'Unauthenticated.' } })).toEqual({
      kind: 'result',
    })
  })

  it('returns every path with privacy in it unchanged, whatever it says', () => {
    expect(judge({ code: 4001 }, '/home/privacyPolicy')).toEqual({ kind: 'raw' })
    expect(judge('<p>text</p>', '/privacy')).toEqual({ kind: 'raw' })
  })

  it.each([
    ['the message', { status: 'error', message: 'Sold out', error: 'out' }, 'Sold out'],
    ['else the error', { status: 'error', message: '', error: 'out' }, 'out'],
    ["else the HTTP error's message", { status: 'error', data: { message: 'inner', error: 'e' } }, 'inner'],
    ["else the HTTP error's error", { status: 'error', data: { error: 'e' } }, 'e'],
    ['nothing of a body that is no answer', '<html>Bad Gateway</html>', null],
    ['nothing of an empty one', null, null],
  ])('says %s', (_, body, message) => {
    expect(judge(body)).toEqual({ kind: 'refused', message })
  })

  it('does not trust a status that only looks like success', () => {
    expect(judge({ status: 'ok', code: 200 })).toEqual({ kind: 'refused', message: null })
  })
})

describe('the end of a session', () => {
  const nothing = { told: null, left: null }
  it.each([
    ['is told once', 'expired', 'a', { token: 'a' }, 'tell'],
    ['is told though another tab has taken the token away', 'expired', 'a', { token: '' }, 'tell'],
    ['is told to a visitor', 'expired', '', { token: '' }, 'tell'],
    ['is not told again', 'expired', 'a', { token: '', told: { token: 'a', why: 'expired' } }, 'told'],
    ['is not told again to a visitor', 'expired', '', { token: '', told: { token: '', why: 'expired' } }, 'told'],
    ['is not told to a page that asks on', 'expired', '', { token: '', told: { token: 'a', why: 'expired' } }, 'told'],
    ['is told again of the next session', 'expired', 'b', { token: 'b', told: { token: 'a', why: 'expired' } }, 'tell'],
    ['does not touch the session that came after', 'expired', 'a', { token: 'b' }, 'replaced'],
    ['does not touch the session of a visitor who signed in', 'expired', '', { token: 'b' }, 'replaced'],
    ['is not told to who has left', 'expired', 'a', { token: '', left: 'a' }, 'left'],
    ['is not told to who is leaving', 'expired', 'a', { token: 'a', left: 'a' }, 'left'],
    ['by a lock is told', 'locked', 'a', { token: 'a' }, 'tell'],
    ['by a lock is told after an expiry', 'locked', 'a', { token: '', told: { token: 'a', why: 'expired' } }, 'tell'],
    ['by a lock is told once', 'locked', 'a', { token: '', told: { token: 'a', why: 'locked' } }, 'told'],
    ['is not told after a lock', 'expired', 'a', { token: '', told: { token: 'a', why: 'locked' } }, 'told'],
    ['by a lock does not touch the session that came after', 'locked', 'a', { token: 'b' }, 'replaced'],
  ] as const)('%s', (_, why, sentWith, known, meaning) => {
    expect(judgeEnd(why, sentWith, { ...nothing, ...known })).toBe(meaning)
  })
})
