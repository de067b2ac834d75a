/** The demo's privacy notice. */
import type { NewPage } from '../../content/add-content.ts'
import { privacyHead } from '../../content/template-rules.ts'
import { paragraphs } from './paragraphs.ts'

export const demoPrivacy: NewPage[] = [
  {
    stores: ['id', 'my'],
    slug: 'privacy',
    texts: {
      ...privacyHead,
      body: {
        'en-US': paragraphs(
          '## What we keep',
          '- Your name, e-mail address or mobile number, and a hash of your password and PIN, while the account exists.',
          '- Addresses, until you remove them; copies on orders, as long as the order has to be kept by tax law.',
          '- Orders, payments and invoices, for ten years.',
          '- Where you are signed in, with device and network address, until ninety days after the session ended.',
          '- Pictures that you upload, as long as the request or testimonial they belong to; unused ones for a day. Place and camera data are removed on arrival.',
          '- Messages that you write to us, for two years. The network address they came from, for a day.',
          '## What we do not keep',
          'Card numbers, security codes and the answers of your bank’s sign-in never reach us. There are no advertising cookies and no measuring by other companies. Three cookies remember your language, store and currency.',
          '## Who else sees it',
          'The courier sees name, address and mobile number. The payment provider sees the amount and the order number. Authorities see what the law names, on a written request that we check. Nobody else does.',
          '## Your rights',
          'You may ask to see, correct, restrict or delete what we keep. [Write to us](/contactUs) with the topic “account”; we answer within 72 hours. Entries that tax law obliges us to keep stay, under a number instead of your name.',
        ),
        id: paragraphs(
          '## Yang kami simpan',
          '- Nama, alamat surel atau nomor ponsel, serta hash kata sandi dan PIN Anda, selama akun ada.',
          '- Alamat, sampai Anda menghapusnya; salinannya pada pesanan, selama pesanan wajib disimpan menurut aturan pajak.',
          '- Pesanan, pembayaran, dan faktur, selama sepuluh tahun.',
          '- Tempat Anda masuk, dengan perangkat dan alamat jaringan, sampai sembilan puluh hari setelah sesi berakhir.',
          '- Foto yang Anda unggah, selama permintaan atau testimoni terkait; yang tidak dipakai satu hari. Data lokasi dan kamera dihapus saat tiba.',
          '- Pesan yang Anda tulis kepada kami, selama dua tahun. Alamat jaringan asalnya, selama satu hari.',
          '## Yang tidak kami simpan',
          'Nomor kartu, kode keamanan, dan jawaban masuk bank Anda tidak pernah sampai kepada kami. Tidak ada cookie iklan dan tidak ada pengukuran oleh perusahaan lain. Tiga cookie mengingat bahasa, toko, dan mata uang Anda.',
          '## Siapa lagi yang melihatnya',
          'Kurir melihat nama, alamat, dan nomor ponsel. Penyedia pembayaran melihat jumlah dan nomor pesanan. Pihak berwenang melihat yang disebut undang-undang, atas permintaan tertulis yang kami periksa. Selain itu tidak ada.',
          '## Hak Anda',
          'Anda boleh meminta melihat, memperbaiki, membatasi, atau menghapus data yang kami simpan. [Tulis kepada kami](/contactUs) dengan topik “akun”; kami menjawab dalam 72 jam. Catatan yang wajib disimpan menurut aturan pajak tetap ada, dengan nomor sebagai pengganti nama Anda.',
        ),
        zh: paragraphs(
          '## 我们保存什么',
          '- 姓名、邮箱或手机号，以及密码与 PIN 的散列值，账户存续期间保存。',
          '- 地址，保存至您删除；订单上的副本，保存至税法规定的期限。',
          '- 订单、付款与发票，保存十年。',
          '- 登录记录（设备与网络地址），会话结束后保存九十天。',
          '- 您上传的图片，随其所属申请或评价保存；未使用的保存一天。位置与相机信息在接收时即被删除。',
          '- 您写给我们的信息，保存两年；来源网络地址保存一天。',
          '## 我们不保存什么',
          '卡号、安全码与银行登录信息不会到达我们这里。没有广告 Cookie，也没有其他公司的统计。三个 Cookie 记住您的语言、商店与货币。',
          '## 还有谁会看到',
          '快递公司看到姓名、地址与手机号；支付机构看到金额与订单号；主管机关凭我们核实过的书面请求，看到法律规定的内容。除此之外没有其他人。',
          '## 您的权利',
          '您可要求查阅、更正、限制或删除我们保存的信息。请以“账户”为主题[写信给我们](/contactUs)，我们在 72 小时内答复。税法要求保存的记录会保留，但以编号代替姓名。',
        ),
      },
      facts: {},
    },
  },
]
