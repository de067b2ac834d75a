/** What members of the demo hold: an evening at the counter that people sign up for, and a campaign whose time is over. */
import { readFile } from 'node:fs/promises'
import { readOwn } from '../../activities/activity-queries.ts'
import { localOf } from '../../activities/activity-rules.ts'
import type { SaveInput } from '../../activities/contract.ts'
import { approveActivity } from '../../activities/decide-activity.ts'
import { joinAsMember } from '../../activities/join-activity.ts'
import { saveActivity, submitActivity } from '../../activities/save-activity.ts'
import { uploadImage } from '../../files/upload-image.ts'
import { uploadLineOf } from '../../files/upload-line.ts'
import type { Karat } from '../../karat.ts'
import { becomesAgent } from './history-agents.ts'
import { type Customer, customer, ofTheHouse } from './history-scene.ts'
import type { Story } from './history-stories.ts'

const DAY = 86_400_000
const zone = 'Asia/Jakarta'
/** "2026-12-05T19:00", so many days from today. */
const at = (karat: Karat, days: number, time: string) =>
  `${localOf(new Date(karat.now() + days * DAY), zone).slice(0, 10)}T${time}`
/** It ends in a moment. */
const soon = (karat: Karat) => localOf(new Date(karat.now() + 120_000), zone)

/** One of the shop's own pictures, as its holder would upload it. */
async function pictureOf(karat: Karat, who: Customer, name: string): Promise<string> {
  const file = await readFile(`public/img/social/${name}.jpg`)
  return (await uploadImage(karat, { memberId: who.id, purpose: 'activity', file }, uploadLineOf(karat).inTurn)).id
}

async function holds(karat: Karat, who: Customer, input: SaveInput): Promise<string> {
  const { activityId } = await saveActivity(karat, { memberId: who.id, store: who.store }, input, null)
  await submitActivity(karat, who.id, { activityId, revision: 1 }, null)
  await approveActivity(karat, await ofTheHouse(karat, 'hendra'), { activityId, revision: 1 })
  return activityId
}

export const activityStories: Story[] = [
  {
    name: 'an evening that people sign up for',
    async tell(karat) {
      const who = await customer(karat, 'ratna@karat.test')
      const activityId = await holds(karat, who, {
        ...{ kind: 'event_in_place', language: 'id', capacity: 24, time_zone: zone },
        title_id: 'Kopi dan emas: membaca harga bersama',
        description_id:
          'Satu jam mengenal batangan, koin, dan cara harga emas terbentuk. Bawa pertanyaan Anda; kopi kami sediakan.\n\nTidak ada yang dijual malam itu, dan harga emas bisa naik maupun turun.',
        title_en: 'Coffee and gold: reading the price together',
        description_en:
          'An hour about bars, coins and how the price of gold is made. Bring your questions; there is coffee.\n\nNothing is sold that evening, and the price of gold rises and falls.',
        title_zh: '咖啡与黄金：一起读懂金价',
        description_zh:
          '用一个小时了解金条、金币以及金价如何形成。欢迎带着问题前来，现场备有咖啡。\n\n当晚不做任何销售，金价有涨有跌。',
        ...{ starts_at: at(karat, 12, '19:00'), ends_at: at(karat, 12, '20:30') },
        place: 'Konter Karat Menteng, Jl. H.O.S. Cokroaminoto No. 84, Jakarta Pusat 10310',
        image_id: await pictureOf(karat, who, 'kawung-coin-sides'),
      })
      const code = (await readOwn(karat.db, who.id, activityId)).code ?? ''
      for (const email of ['bagus@karat.test', 'sri@karat.test']) {
        const guest = await customer(karat, email)
        await joinAsMember(karat, guest.id, { code, store: who.store, language: guest.language }, null)
      }
    },
  },
  {
    name: 'a campaign that is over',
    async tell(karat) {
      const who = await customer(karat, 'sri@karat.test')
      await becomesAgent(karat, who, { words: 'Di arisan keluarga dan sekolah anak' })
      await holds(karat, who, {
        ...{ kind: 'campaign', language: 'id', capacity: null, time_zone: zone },
        title_id: 'Gram pertama untuk si kecil',
        description_id:
          'Ajak keluarga memulai tabungan emas untuk anak, mulai dari jumlah kecil. Halaman ini menjelaskan caranya langkah demi langkah.',
        ...{ starts_at: at(karat, -20, '00:00'), ends_at: soon(karat) },
        image_id: await pictureOf(karat, who, 'baby-bangle'),
      })
    },
  },
]
