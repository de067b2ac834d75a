/** getPassport: what everybody may know about a piece by its serial number. */
import type { Door } from '../http/door.ts'
import type { Bag } from '../karat.ts'
import { Passport, PassportQuery } from './contract.ts'
import { findPassport } from './passport-queries.ts'

export function passportApi(door: Door, karat: Bag<'catalogue'>): void {
  door.get(
    '/product/getPassport',
    {
      // A class of its own: many numbers in a short time are somebody who tries them out.
      config: { access: 'public', rate: 'passport' },
      schema: {
        tags: ['product'],
        summary: 'Whether a serial number is genuine, unknown or reported stolen',
        querystring: PassportQuery,
        response: { 200: Passport },
      },
    },
    ({ query, language }) => findPassport(karat, { serial: query.serial, language }),
  )
}
