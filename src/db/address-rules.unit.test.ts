import pg from 'pg'
import { expect, test } from 'vitest'
import { databaseOf, readAddress } from './address-rules.ts'

/** What the client makes of an address that we made of another. */
const understood = (address: string) =>
  readAddress(address)?.map(({ url }) => {
    const { host, port, user, password, database } = new pg.Client(url)
    return { host, port, user, password, database }
  })

test.each([
  ['p@ss@word', 'p@ss@word'],
  ['a/b?c#d:e', 'a/b?c#d:e'],
  ['50%off', '50%off'],
  ['p%40ss', 'p@ss'],
  ['sp ace+plus', 'sp ace+plus'],
  ['kata sandi ©', 'kata sandi ©'],
])('a password written as %s is %s', (written, meant) => {
  expect(understood(`postgres://karat:${written}@db.example:5433/shop`)).toEqual([
    { host: 'db.example', port: 5433, user: 'karat', password: meant, database: 'shop' },
  ])
})

test('several servers keep their order, ports, user and database', () => {
  expect(understood('postgresql://karat:secret@one:5433,two,[::1]:5434/shop')).toEqual([
    { host: 'one', port: 5433, user: 'karat', password: 'secret', database: 'shop' },
    { host: 'two', port: 5432, user: 'karat', password: 'secret', database: 'shop' },
    { host: '::1', port: 5434, user: 'karat', password: 'secret', database: 'shop' },
  ])
  expect(
    readAddress('postgres://karat:secret@one,two/shop?sslmode=require')?.map(({ name, url }) => [name, url]),
  ).toEqual([
    ['one', 'postgres://karat:secret@one/shop?sslmode=require'],
    ['two', 'postgres://karat:secret@two/shop?sslmode=require'],
  ])
})

test.each(['mysql://karat@one/shop', 'postgres://karat@one two/shop', 'postgres://karat@one,/shop', 'karat'])(
  '%s is no address',
  (address) => expect(readAddress(address)).toBeNull(),
)

test('the database is named without who may open it', () => {
  expect(databaseOf('postgres://karat:p@ss@one,two/shop?sslmode=require')).toBe('shop')
})
