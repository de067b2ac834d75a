/**
 * What a store says of itself, of its agreement and of personal data until its staff have written their own: filled with the facts of the
 * house, which follow its settings. True of every shop that this release runs; whoever opens one reads it first (office/setup). Pure.
 */
import type { SettingValue } from '../stores/setting-rules.ts'
import { type PageSlug, type PageTexts, seller } from './page-rules.ts'
import type { Texts } from './text-rules.ts'

type House = SettingValue<'house'>

const joined =
  (between: string) =>
  (en: string[], id: string[], zh: string[]): Texts => ({
    'en-US': en.join(between),
    id: id.join(between),
    zh: zh.join(between),
  })
const inEach = joined('\n\n')
const inLines = joined('\n')

export const privacyHead: Pick<PageTexts, 'title' | 'lead'> = {
  title: { 'en-US': 'Privacy notice', id: 'Pemberitahuan privasi', zh: '隐私声明' },
  lead: {
    'en-US': 'What we know about you, why, and for how long.',
    id: 'Apa yang kami ketahui tentang Anda, untuk apa, dan berapa lama.',
    zh: '我们知道您的哪些信息、为何知道、保存多久。',
  },
}

/** The text of each page until staff have published theirs. */
export const templatePages: Record<PageSlug, PageTexts> = {
  about: {
    title: { 'en-US': 'About us', id: 'Tentang kami', zh: '关于我们' },
    lead: {
      'en-US': 'Gold whose price and pieces you can check.',
      id: 'Emas yang harga dan kepingnya dapat Anda periksa.',
      zh: '价格与货品皆可查验的黄金。',
    },
    body: inEach(
      [
        '{company} sells gold whose price follows the market. Beside every piece stand both prices: what you pay, and what you would get back at the same moment.',
        'Pieces with a number can be checked by anybody on this site. An invoice names the pieces that you received.',
        'Questions are answered by people: see how to reach us.',
      ],
      [
        '{company} menjual emas yang harganya mengikuti pasar. Di samping setiap keping tertera kedua harga: yang Anda bayar, dan yang akan Anda terima kembali pada saat yang sama.',
        'Keping bernomor dapat diperiksa siapa pun di situs ini. Faktur menyebut keping yang Anda terima.',
        'Pertanyaan dijawab oleh manusia: lihat cara menghubungi kami.',
      ],
      [
        '{company}销售价格随市场变动的黄金。每件货品旁均列明两个价格：您应付的价格，以及同一时刻可收回的价格。',
        '有编号的货品任何人均可在本站查验。发票载明您收到的货品。',
        '如有疑问，由专人答复：请见联系方式。',
      ],
    ),
    facts: inLines(
      ['Company: {company}', 'City: {city}', 'Registration: {registration}', 'Licence: {licence}'],
      ['Perusahaan: {company}', 'Kota: {city}', 'Registrasi: {registration}', 'Izin: {licence}'],
      ['公司: {company}', '城市: {city}', '注册信息: {registration}', '许可: {licence}'],
    ),
  },
  contact: {
    title: { 'en-US': 'Contact', id: 'Kontak', zh: '联系我们' },
    lead: {
      'en-US': 'Write to us, call us, or come by.',
      id: 'Tulis, telepon, atau datang ke tempat kami.',
      zh: '欢迎来信、来电或到店。',
    },
    body: inEach(
      ['Name your order number when it is about an order. Never send us your password, your PIN or a code.'],
      ['Sebutkan nomor pesanan jika menyangkut pesanan. Jangan pernah mengirim kata sandi, PIN, atau kode Anda.'],
      ['如与订单有关，请注明订单号。切勿向我们发送密码、PIN 或验证码。'],
    ),
    facts: inLines(
      ['Address: {address}', 'Telephone: {telephone}', 'E-mail: {mail}', 'Opening hours: {hours}'],
      ['Alamat: {address}', 'Telepon: {telephone}', 'Surel: {mail}', 'Jam buka: {hours}'],
      ['地址: {address}', '电话: {telephone}', '电子邮箱: {mail}', '营业时间: {hours}'],
    ),
  },
  privacy: {
    ...privacyHead,
    body: inEach(
      [
        `{company} keeps what it needs to sell you gold, to know who you are where the law asks for it, and to answer you.`,
        '- Your name, e-mail address or mobile number, and a hash of your password and PIN, while the account exists.\n- Addresses until you remove them; orders, payments and invoices as long as tax law asks for.\n- Identity documents that you send us, sealed, as long as the law asks for.\n- Where you are signed in, until ninety days after the session ended.',
        'Card numbers and the answers of your bank’s sign-in never reach us. There are no advertising cookies and no measuring by other companies.',
        'The courier sees your name, address and number; the payment provider sees the amount and the order number; authorities see what the law names.',
        'You may see, correct, copy and delete what we keep: under “Your data” in your account, or by [writing to us](/contactUs).',
      ],
      [
        `{company} menyimpan yang diperlukan untuk menjual emas kepada Anda, mengetahui siapa Anda bila diwajibkan undang-undang, dan menjawab Anda.`,
        '- Nama, alamat surel atau nomor ponsel, serta hash kata sandi dan PIN Anda, selama akun ada.\n- Alamat sampai Anda menghapusnya; pesanan, pembayaran, dan faktur selama diwajibkan aturan pajak.\n- Dokumen identitas yang Anda kirim, tersegel, selama diwajibkan undang-undang.\n- Tempat Anda masuk, sampai sembilan puluh hari setelah sesi berakhir.',
        'Nomor kartu dan jawaban masuk bank Anda tidak pernah sampai kepada kami. Tidak ada cookie iklan dan tidak ada pengukuran oleh perusahaan lain.',
        'Kurir melihat nama, alamat, dan nomor Anda; penyedia pembayaran melihat jumlah dan nomor pesanan; pihak berwenang melihat yang disebut undang-undang.',
        'Anda dapat melihat, memperbaiki, menyalin, dan menghapus data yang kami simpan: di “Data Anda” pada akun Anda, atau dengan [menulis kepada kami](/contactUs).',
      ],
      [
        `{company}只保存向您销售黄金、依法核实您的身份以及答复您所需的信息。`,
        '- 姓名、邮箱或手机号，以及密码与 PIN 的散列值，账户存续期间保存。\n- 地址保存至您删除；订单、付款与发票保存至税法规定的期限。\n- 您提交的身份证件经加密封存，保存至法律规定的期限。\n- 登录记录，会话结束后保存九十天。',
        '卡号与银行登录信息不会到达我们这里。没有广告 Cookie，也没有其他公司的统计。',
        '快递公司看到姓名、地址与电话；支付机构看到金额与订单号；主管机关看到法律规定的内容。',
        '您可查阅、更正、复制和删除我们保存的信息：在账户的“您的数据”中办理，或[写信给我们](/contactUs)。',
      ],
    ),
    facts: {},
  },
}

export type AgreementTexts = { title: Texts; changes: Texts; body: Texts }

/** What staff begin their first member agreement with. */
export function templateAgreement(house: Pick<House, 'legal_name' | 'insurer'>): AgreementTexts {
  const name = seller(house)
  const { insurer } = house
  const whereInsured = (heading: string, words: string) => (insurer === '' ? [] : [heading, words])
  return {
    title: { 'en-US': 'Member agreement', id: 'Perjanjian anggota', zh: '会员协议' },
    changes: { 'en-US': 'The first version.', id: 'Versi pertama.', zh: '首个版本。' },
    body: inEach(
      [
        '## Who makes this agreement',
        `This agreement is made between you and ${name['en-US']}. You accept it when you open an account; the version that you accepted can be read here at any time.`,
        '## Your account',
        'One person has one account. Keep your password, PIN and codes to yourself: we never ask for them. Tell us at once when you believe that somebody else knows them.',
        '## Prices and orders',
        'The price of a piece is its fine weight at our price per gram, with premium, making charge and tax where there are any, all shown before you confirm. An order is binding once its money has come in time; what comes late, or does not name its order, goes back.',
        ...whereInsured('## Delivery', `Pieces are insured with ${insurer} until they are handed to you.`),
        '## Cancellation',
        'An order that is not paid can be cancelled at any time; a paid one within the minutes that its page shows, as long as we have not begun to prepare it, at the price of that moment.',
        '## Law',
        'The law of the country of the store applies, and what it gives to consumers stays theirs.',
      ],
      [
        '## Pihak perjanjian',
        `Perjanjian ini dibuat antara Anda dan ${name.id}. Anda menyetujuinya saat membuka akun; versi yang Anda setujui dapat dibaca di sini kapan saja.`,
        '## Akun Anda',
        'Satu orang memiliki satu akun. Simpan sendiri kata sandi, PIN, dan kode Anda: kami tidak pernah memintanya. Beri tahu kami segera bila Anda menduga orang lain mengetahuinya.',
        '## Harga dan pesanan',
        'Harga sebuah keping adalah berat murninya pada harga kami per gram, ditambah premium, ongkos, dan pajak bila ada; semuanya ditunjukkan sebelum Anda mengonfirmasi. Pesanan mengikat setelah uangnya masuk tepat waktu; yang terlambat atau tidak menyebut pesanannya dikembalikan.',
        ...whereInsured('## Pengiriman', `Keping diasuransikan pada ${insurer} sampai diserahkan kepada Anda.`),
        '## Pembatalan',
        'Pesanan yang belum dibayar dapat dibatalkan kapan saja; pesanan yang sudah dibayar dapat dibatalkan dalam jangka waktu (menit) yang tertera di halamannya, selama kami belum mulai menyiapkannya, dengan harga pada saat pembatalan.',
        '## Hukum',
        'Berlaku hukum negara toko ini; hak konsumen menurut hukum itu tetap ada pada Anda.',
      ],
      [
        '## 协议双方',
        `本协议由您与${name.zh}订立。您开立账户时即表示接受；您所接受的版本可随时在此查阅。`,
        '## 您的账户',
        '一人一户。请妥善保管密码、PIN 与验证码：我们绝不会向您索取。如怀疑他人知晓，请立即告知我们。',
        '## 价格与订单',
        '货品价格为其纯金重乘以本店每克价格，另加溢价、工费及税费（如有），均在您确认前列明。款项按时到账后订单即生效；逾期到账或未注明订单的款项将予退回。',
        ...whereInsured('## 配送', `货品在交付给您之前由${insurer}承保。`),
        '## 取消订单',
        '未付款的订单可随时取消；已付款的订单在其页面所示的分钟数内、且我们尚未开始备货时，可按取消当时的价格取消。',
        '## 适用法律',
        '适用本店所在国法律，消费者依法享有的权利不受影响。',
      ],
    ),
  }
}
