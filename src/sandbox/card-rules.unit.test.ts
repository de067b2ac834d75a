import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { checkCard, grouped, scenarioOf, scenarios, testCards } from './card-rules.ts'
import { html } from './html.ts'
import { signNotice } from './notice-signature.ts'
import { pageLanguage, payTexts } from './pay-texts.ts'

const today = { year: 2026, month: 11 }
const good = { card_number: '4242 4242-4242 4242', expiry: '11/26', cvc: '123', name: 'Budi' }

describe('the card form', () => {
  test('accepts a test card however it is grouped, until the end of its month', () => {
    expect(checkCard(good, today)).toEqual({})
    expect(checkCard({ ...good, expiry: '1226' }, today)).toEqual({})
    expect(checkCard(good, { year: 2026, month: 12 })).toEqual({ expiry: 'expired' })
  })

  test('names every field that is wrong', () => {
    expect(checkCard({ card_number: '', expiry: '13/30', cvc: '12', name: ' ' }, today)).toEqual({
      card_number: 'required',
      expiry: 'expiry_form',
      cvc: 'cvc_form',
      name: 'required',
    })
  })

  test('refuses every number that is not a test card, real ones included', () => {
    for (const number of ['4111111111111111', '5555555555554444', '42424242424242420', '424242424242424', 'x'])
      expect(checkCard({ ...good, card_number: number }, today)).toEqual({ card_number: 'not_a_test_card' })
  })

  test('knows a different, valid card number for every scenario', () => {
    expect(new Set(scenarios.map((scenario) => testCards[scenario].number)).size).toBe(scenarios.length)
    for (const scenario of scenarios) {
      expect(scenarioOf(grouped(testCards[scenario].number))).toBe(scenario)
      expect(luhn(testCards[scenario].number)).toBe(0)
    }
  })
})

const luhn = (number: string) =>
  [...number].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return sum + (value > 9 ? value - 9 : value)
  }, 0) % 10

test('a notice is signed over time and body', () => {
  const expected = createHmac('sha256', 'secret').update('1700000000.{"a":1}').digest('hex')
  expect(signNotice('secret', 1_700_000_000, '{"a":1}')).toBe(`t=1700000000,v1=${expected}`)
})

test('what is put into a page is escaped', () => {
  const list = ['<b>', '"x"'].map((text) => html`<li title="${text}">${text}</li>`)
  expect(html`<ul>${list}</ul>${null}${0}`.text).toBe(
    '<ul><li title="&lt;b&gt;">&lt;b&gt;</li><li title="&quot;x&quot;">&quot;x&quot;</li></ul>0',
  )
})

test('the pages speak Indonesian unless another language was chosen', () => {
  expect(pageLanguage(undefined)).toBe('id')
  expect(pageLanguage('a=b; language=id')).toBe('id')
  expect(pageLanguage('language=en-US')).toBe('en')
  expect(pageLanguage('language=zh')).toBe('en')
  expect(Object.keys(payTexts.en)).toEqual(Object.keys(payTexts.id))
})
