/** The demo's agreement versions: that of the opening, and the one in force, which has the sections that are new in it. */
import type { NewAgreement } from '../../content/add-content.ts'
import { settings } from '../../settings.ts'
import { agreementInEnglish } from './agreement-en.ts'
import { agreementInIndonesian } from './agreement-id.ts'
import { agreementInChinese } from './agreement-zh.ts'
import { paragraphs } from './paragraphs.ts'

export type Section = { isNew: boolean; heading: string; text: string[] }

const bodyOf = (sections: Section[]) =>
  paragraphs(...sections.flatMap(({ heading, text }) => [`## ${heading}`, ...text]))
const bodies = (isIn: (section: Section) => boolean) => ({
  'en-US': bodyOf(agreementInEnglish.filter(isIn)),
  id: bodyOf(agreementInIndonesian.filter(isIn)),
  zh: bodyOf(agreementInChinese.filter(isIn)),
})
const title = { 'en-US': 'Member agreement', id: 'Perjanjian anggota', zh: '会员协议' }

export const demoAgreements: NewAgreement[] = [
  {
    stores: ['id', 'my'],
    version: '2024-06',
    effectiveOn: '2024-06-01',
    title,
    changes: {
      'en-US': 'The first version, in force since the shop opened online.',
      id: 'Versi pertama, berlaku sejak toko daring dibuka.',
      zh: '首个版本，自网店开业起生效。',
    },
    body: bodies(({ isNew }) => !isNew),
  },
  {
    stores: ['id', 'my'],
    version: settings.agreement.version,
    effectiveOn: '2026-01-15',
    title,
    changes: {
      'en-US': 'New sections on the price guarantee, cancellation after payment and your data.',
      id: 'Bab baru tentang jaminan harga, pembatalan setelah bayar, dan data Anda.',
      zh: '新增保价、付款后取消以及数据三章。',
    },
    body: bodies(() => true),
  },
]
