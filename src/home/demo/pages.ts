/** The demo's pages: about us, contact. */
import type { NewPage } from '../../content/add-content.ts'
import { lines, paragraphs } from './paragraphs.ts'

const contactWords = {
  title: { 'en-US': 'Contact us', id: 'Hubungi kami', zh: '联系我们' },
  lead: {
    'en-US': 'A person reads every message. Tell us the order number if there is one.',
    id: 'Setiap pesan dibaca orang. Sebutkan nomor pesanan bila ada.',
    zh: '每条信息都由专人阅读。如有订单号，请一并写明。',
  },
  body: {
    'en-US': paragraphs(
      'We answer on working days, usually within four hours, by e-mail. We never ask for your PIN, password or one-time code.',
    ),
    id: paragraphs(
      'Kami menjawab pada hari kerja, biasanya dalam empat jam, lewat surel. Kami tidak pernah meminta PIN, kata sandi, atau kode sekali pakai.',
    ),
    zh: paragraphs('我们在工作日通过邮件答复，通常四小时内。我们绝不索要 PIN、密码或验证码。'),
  },
}

export const demoPages: NewPage[] = [
  {
    stores: ['id', 'my'],
    slug: 'about',
    texts: {
      title: { 'en-US': 'About us', id: 'Tentang kami', zh: '关于我们' },
      lead: {
        'en-US': 'A house for gold that can be checked: the price, the piece and the promise.',
        id: 'Rumah emas yang bisa diperiksa: harganya, kepingnya, dan janjinya.',
        zh: '一家经得起核对的金店：价格、货品与承诺皆可查验。',
      },
      body: {
        'en-US': paragraphs(
          'Karat was founded in 2014 by two sisters from Pekalongan, a batik maker and an accountant. They had inherited their grandmother’s gold and could not find out what it was worth without being told three different things in three shops.',
          'From that came one rule: whoever asks for the price gets both of them, what you pay and what you would get back, together with the minute at which they hold.',
          '## What we do',
          'We press bars from half a gram to a kilogram, strike coins and make jewellery in three karats. Every numbered piece can be checked by its serial number by anybody.',
          'We buy back what we sold, at the price that stands beside every product.',
          '## What we do not do',
          '- We do not say that gold will rise.',
          '- We do not lend, and we do not sell gold on credit.',
          '- We do not call you to sell.',
          '## The mark',
          'The kawung, four petals around a point, is one of the oldest patterns of Javanese batik. It is stamped on every piece as a reminder that good order is something one can see.',
        ),
        id: paragraphs(
          'Karat didirikan pada 2014 oleh dua bersaudari dari Pekalongan, seorang pembatik dan seorang akuntan. Mereka mewarisi emas nenek mereka dan tidak bisa mengetahui nilainya tanpa mendengar tiga jawaban berbeda di tiga toko.',
          'Dari situ lahir satu aturan: siapa pun yang bertanya harga mendapat keduanya, yang dibayar dan yang akan diterima kembali, beserta menit berlakunya.',
          '## Yang kami kerjakan',
          'Kami mencetak batangan dari setengah gram sampai satu kilogram, membuat koin, dan perhiasan dalam tiga karat. Setiap keping bernomor bisa diperiksa siapa pun lewat nomor serinya.',
          'Kami membeli kembali yang kami jual, pada harga yang tercantum di samping setiap produk.',
          '## Yang tidak kami kerjakan',
          '- Kami tidak mengatakan emas akan naik.',
          '- Kami tidak meminjamkan uang, dan tidak menjual emas secara kredit.',
          '- Kami tidak menelepon Anda untuk berjualan.',
          '## Tanda kami',
          'Kawung, empat kelopak mengelilingi satu titik, adalah salah satu motif batik Jawa tertua. Motif itu dicap pada setiap keping sebagai pengingat bahwa keteraturan yang baik adalah sesuatu yang bisa dilihat.',
        ),
        zh: paragraphs(
          'Karat 由来自北加浪岸的两姐妹于 2014 年创立，一位是蜡染匠人，一位是会计。她们继承了祖母的黄金，却在三家店里听到三种不同的估价。',
          '由此立下一条规矩：凡询价者都会得到两个价格——付多少、能收回多少，以及价格所对应的时刻。',
          '## 我们做什么',
          '我们压制半克至一公斤的金条，铸造金币，制作三种成色的首饰。每件编号货品任何人都能凭编号查验。',
          '我们按每件商品旁列明的价格回购所售货品。',
          '## 我们不做什么',
          '- 不说黄金会涨。',
          '- 不放贷，也不赊售黄金。',
          '- 不打推销电话。',
          '## 我们的标记',
          '卡翁纹由环绕一点的四片花瓣组成，是爪哇蜡染最古老的纹样之一。它印在每件货品上，提醒我们：良好的秩序是看得见的。',
        ),
      },
      facts: {
        'en-US': lines('Since: 2014', 'Counters: 6 in two countries', 'People: 74', 'Buyback: Every piece we sold'),
        id: lines('Sejak: 2014', 'Konter: 6 di dua negara', 'Orang: 74', 'Buyback: Semua keping yang kami jual'),
        zh: lines('创立: 2014', '柜台: 两国共 6 处', '员工: 74', '回购: 所售货品全部回购'),
      },
    },
  },
  {
    stores: ['id'],
    slug: 'contact',
    texts: {
      ...contactWords,
      facts: {
        'en-US': lines(
          'E-mail: halo@karat.test',
          'Telephone: +62 21 5098 2014',
          'On the telephone: Mon–Fri 09:00–18:00 WIB',
          'Office: Jl. H.O.S. Cokroaminoto No. 84, Jakarta Pusat 10310',
        ),
        id: lines(
          'Surel: halo@karat.test',
          'Telepon: +62 21 5098 2014',
          'Jam telepon: Sen–Jum 09.00–18.00 WIB',
          'Kantor: Jl. H.O.S. Cokroaminoto No. 84, Jakarta Pusat 10310',
        ),
        zh: lines(
          '邮箱: halo@karat.test',
          '电话: +62 21 5098 2014',
          '电话时间: 周一至周五 09:00–18:00 WIB',
          '办公地址: Jl. H.O.S. Cokroaminoto No. 84, Jakarta Pusat 10310',
        ),
      },
    },
  },
  {
    stores: ['my'],
    slug: 'contact',
    texts: {
      ...contactWords,
      facts: {
        'en-US': lines(
          'E-mail: hello@karat.test',
          'Telephone: +60 3 2715 2019',
          'On the telephone: Mon–Fri 10:00–18:00 MYT',
          'Office: 28 Jalan Bukit Bintang, 55100 Kuala Lumpur',
        ),
        id: lines(
          'Surel: hello@karat.test',
          'Telepon: +60 3 2715 2019',
          'Jam telepon: Sen–Jum 10.00–18.00 MYT',
          'Kantor: 28 Jalan Bukit Bintang, 55100 Kuala Lumpur',
        ),
        zh: lines(
          '邮箱: hello@karat.test',
          '电话: +60 3 2715 2019',
          '电话时间: 周一至周五 10:00–18:00 MYT',
          '办公地址: 28 Jalan Bukit Bintang, 55100 Kuala Lumpur',
        ),
      },
    },
  },
]
