/** Regions of Indonesia and Malaysia, and the demo's pickup points. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Queryable, sql } from '../db/database.ts'

/** States and federal territories. Source: JPN state codes. */
const malaysia = [
  ...[
    'Johor',
    'Kedah',
    'Kelantan',
    'Melaka',
    'Negeri Sembilan',
    'Pahang',
    'Pulau Pinang',
    'Perak',
    'Perlis',
    'Selangor',
  ],
  ...['Terengganu', 'Sabah', 'Sarawak', 'Kuala Lumpur', 'Labuan', 'Putrajaya'],
]

const weekdays = (hours: string) => Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => [day, hours]))

const pickupPoints = [
  {
    id: 1,
    store: 'id',
    name: 'Karat Menteng',
    street: 'Jl. H.O.S. Cokroaminoto No. 84',
    city: 'Jakarta Pusat',
    hours: { ...weekdays('09:00-18:00'), sat: '10:00-16:00' },
  },
  {
    id: 2,
    store: 'id',
    name: 'Karat Dago',
    street: 'Jl. Ir. H. Juanda No. 121',
    city: 'Bandung',
    hours: { ...weekdays('09:00-17:00'), sat: '09:00-13:00' },
  },
  {
    id: 3,
    store: 'id',
    name: 'Karat Tunjungan',
    street: 'Jl. Tunjungan No. 51',
    city: 'Surabaya',
    hours: { ...weekdays('09:00-17:00'), sat: '09:00-13:00' },
  },
  {
    id: 4,
    store: 'id',
    name: 'Karat Sanur',
    street: 'Jl. Danau Tamblingan No. 75',
    city: 'Denpasar',
    hours: weekdays('10:00-17:00'),
  },
  {
    id: 11,
    store: 'my',
    name: 'Karat Bukit Bintang',
    street: '28 Jalan Bukit Bintang',
    city: 'Kuala Lumpur',
    hours: { ...weekdays('10:00-19:00'), sat: '10:00-17:00' },
  },
  {
    id: 12,
    store: 'my',
    name: 'Karat George Town',
    street: '61 Lebuh Pantai',
    city: 'George Town',
    hours: { ...weekdays('10:00-18:00'), sat: '10:00-14:00' },
  },
]

/** Inserts every region and the demonstration's pickup points; those that are there already stay. The stores must exist. */
export async function seedDelivery(tx: Queryable): Promise<void> {
  await addRegions(tx)
  await tx.run(sql`insert into delivery.pickup_points (id, store, name, street, city, hours, position)
    select id, store, name, street, city, hours, id from jsonb_to_recordset(${JSON.stringify(pickupPoints)}::jsonb)
      as point(id integer, store text, name text, street text, city text, hours jsonb)
    on conflict do nothing`)
}

/** Inserts every region of the countries that are known; those that are there already stay. */
export async function addRegions(tx: Queryable): Promise<void> {
  const regions = [
    ...readRegions('provinces').map(([code, name]) => ['ID', code, null, 1, name] as const),
    ...readRegions('regencies').map(([code, parent, name]) => ['ID', code, parent, 2, name] as const),
    ...readRegions('districts').map(([code, parent, name]) => ['ID', code, parent, 3, name] as const),
    ...malaysia.map((name, place) => ['MY', String(place + 1).padStart(2, '0'), null, 1, name] as const),
  ]
  await tx.run(sql`insert into delivery.regions (country, code, parent_code, level, name)
    select * from unnest(${regions.map((one) => one[0])}::text[], ${regions.map((one) => one[1])}::text[],
      ${regions.map((one) => one[2])}::text[], ${regions.map((one) => one[3])}::smallint[], ${regions.map((one) => one[4])}::text[])
    on conflict do nothing`)
}

/** Rows of one file of the npm package idn-area-data (data under ODbL 1.0), without its heading. */
function readRegions(file: 'provinces' | 'regencies' | 'districts'): string[][] {
  const text = readFileSync(path.resolve('node_modules/idn-area-data/data', `${file}.csv`), 'utf8')
  return text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(',').map((field) => field.replace(/^"(.*)"$/, '$1').replaceAll('""', '"')))
}
