import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endRefusals, shownToasts, toastDone, toastError, toastOnTheWay } from './toast.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})
const texts = () => shownToasts().map(({ text }) => text)

test('a refusal is not carried to another page; what was done, and what led there, are told on it', () => {
  toastError('The account or the password is not right.')
  toastDone('Welcome')
  toastOnTheWay('Please sign in again')
  expect(texts()).toHaveLength(3)
  endRefusals()
  expect(texts()).toEqual(['Welcome', 'Please sign in again'])
})

test('what is refused on the way to a page is told there, however soon it is refused', () => {
  const navigation: { location?: { pathname: string } } = { location: { pathname: '/login' } }
  vi.stubGlobal('__reactRouterDataRouter', { state: { navigation } })
  toastError('This page could not be loaded')
  delete navigation.location
  toastError('Refused')
  endRefusals()
  expect(texts()).toEqual(['This page could not be loaded'])
  vi.unstubAllGlobals()
})

test('each goes by itself too', () => {
  toastError('Refused')
  toastDone('Done')
  vi.advanceTimersByTime(3_000)
  expect(shownToasts().every(({ leaving }) => leaving)).toBe(true)
  vi.advanceTimersByTime(200)
  expect(texts()).toEqual([])
})
