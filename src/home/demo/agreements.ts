/** The demo's agreement versions, each with the sections that there were by then; the newest is in force. */
import type { NewAgreement } from '../../content/add-content.ts'
import { settings } from '../../settings.ts'
import { agreementInEnglish } from './agreement-en.ts'
import { agreementInIndonesian } from './agreement-id.ts'
import { agreementInChinese } from './agreement-zh.ts'
import { paragraphs } from './paragraphs.ts'

export type Section = {
  /** The version that it first stood in. */
  since: 1 | 2 | 3 | 4
  heading: string
  text: string[]
  /** What takes the place of `text` from the third version on. */
  renewed?: string[]
}

const sections = { 'en-US': agreementInEnglish, id: agreementInIndonesian, zh: agreementInChinese }
const bodies = (textOf: (section: Section) => string[] | null) => {
  const bodyOf = (language: keyof typeof sections) =>
    paragraphs(
      ...sections[language].flatMap((section) => {
        const text = textOf(section)
        return text ? [`## ${section.heading}`, ...text] : []
      }),
    )
  return { 'en-US': bodyOf('en-US'), id: bodyOf('id'), zh: bodyOf('zh') }
}
const title = { 'en-US': 'Member agreement', id: 'Perjanjian anggota', zh: '会员协议' }

/** Added to a demo that was begun before there were gold accounts, too. */
export const vaultAgreement: NewAgreement = {
  stores: ['id', 'my'],
  version: settings.agreement.version,
  effectiveOn: '2026-11-24',
  title,
  changes: {
    'en-US':
      'New sections on gold accounts: whose the grams are, value that has not cleared, what you may hold and receive, special cases, and closing.',
    id: 'Bab baru tentang rekening emas: siapa pemilik gramnya, nilai yang belum pasti, batas yang boleh Anda simpan dan terima, keadaan khusus, dan penutupan.',
    zh: '新增黄金账户各章：黄金归属、未结清款项、持有与接收上限、特殊情形以及账户注销。',
  },
  body: bodies(({ text, renewed }) => renewed ?? text),
  clauses: ['price_window', 'vault'],
}

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
    body: bodies(({ since, text }) => (since === 1 ? text : null)),
  },
  {
    stores: ['id', 'my'],
    version: '2026-01',
    effectiveOn: '2026-01-15',
    title,
    changes: {
      'en-US': 'New sections on the price guarantee, cancellation after payment and your data.',
      id: 'Bab baru tentang jaminan harga, pembatalan setelah bayar, dan data Anda.',
      zh: '新增保价、付款后取消以及数据三章。',
    },
    body: bodies(({ since, text }) => (since <= 2 ? text : null)),
  },
  {
    stores: ['id', 'my'],
    version: '2026-11',
    effectiveOn: '2026-11-20',
    title,
    changes: {
      'en-US':
        'A shorter time to pay, limits to what is held for you, how a paid order is cancelled, and obvious errors in a price.',
      id: 'Waktu bayar yang lebih singkat, batas jumlah yang ditahan untuk Anda, cara pembatalan pesanan yang sudah dibayar, dan kekeliruan harga yang nyata.',
      zh: '缩短付款时限，新增保留数量上限，修订已付款订单的取消方式，并新增“明显的价格错误”一章。',
    },
    body: bodies(({ since, text, renewed }) => (since <= 3 ? (renewed ?? text) : null)),
    clauses: ['price_window'],
  },
]
