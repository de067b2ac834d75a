/** The demo's common problems in five groups. */
import type { NewProblemGroup } from '../../content/add-content.ts'

export const demoProblems: NewProblemGroup[] = [
  {
    stores: ['id', 'my'],
    name: { 'en-US': 'Price and buyback', id: 'Harga dan buyback', zh: '价格与回购' },
    problems: [
      {
        slug: 'price-source',
        question: {
          'en-US': 'Where does the price come from?',
          id: 'Dari mana harga emas di sini?',
          zh: '这里的金价从何而来？',
        },
        answer: {
          'en-US':
            'We take the world price of fine gold, turn it into your store’s currency and add our spread. It is renewed at least once a minute; the line at the top of every page says when. The [price table](/#weights) shows the result for each weight.',
          id: 'Kami mengambil harga emas murni dunia, mengubahnya ke mata uang toko Anda, lalu menambahkan spread kami. Harga diperbarui paling lambat setiap menit; baris di atas setiap halaman menyebut jamnya. [Tabel harga](/#weights) menampilkan hasilnya untuk setiap berat.',
          zh: '我们取国际纯金价格，换算成您所在商店的货币，再加上我们的点差。价格至少每分钟更新一次，每页顶部都写明时间。[价格表](/#weights)列出各规格的结果。',
        },
      },
      {
        slug: 'why-two-prices',
        question: {
          'en-US': 'Why is the buyback price lower than the price I pay?',
          id: 'Mengapa harga buyback lebih rendah dari harga beli?',
          zh: '为什么回购价低于购买价？',
        },
        answer: {
          'en-US':
            'The difference pays for refining, sealing, insurance, checking pieces that come back, and our margin. We show both prices side by side, and on each product by how much gold must rise until you are even.',
          id: 'Selisihnya membayar pemurnian, penyegelan, asuransi, pemeriksaan keping yang kembali, dan margin kami. Kedua harga selalu kami tampilkan berdampingan, dan pada setiap produk disebutkan berapa persen emas perlu naik sampai Anda impas.',
          zh: '差额用于精炼、封装、保险、检验回收货品以及我们的利润。我们始终并列显示两个价格，并在每个商品上注明金价需上涨多少才能持平。',
        },
      },
      {
        slug: 'small-bars-cost-more',
        question: {
          'en-US': 'Why do small bars cost more per gram?',
          id: 'Mengapa batangan kecil lebih mahal per gramnya?',
          zh: '为什么小规格金条每克更贵？',
        },
        answer: {
          'en-US':
            'Pressing and sealing half a gram takes the same work as fifty grams. That cost is spread over less gold, so the premium is higher. From five pieces of one kind the premium falls by a tenth, from ten pieces by a fifth.',
          id: 'Mencetak dan menyegel setengah gram butuh kerja yang sama dengan lima puluh gram. Biaya itu terbagi pada emas yang lebih sedikit sehingga preminya lebih tinggi. Mulai lima keping sejenis premi turun sepersepuluh, mulai sepuluh keping seperlima.',
          zh: '压制并封装半克与五十克所需工夫相同，成本分摊到更少的黄金上，溢价自然更高。同款五件起溢价降低十分之一，十件起降低五分之一。',
        },
      },
      {
        slug: 'sell-back',
        question: {
          'en-US': 'How do I sell a piece back to you?',
          id: 'Bagaimana menjual kembali keping ke Karat?',
          zh: '怎样把金条卖回给你们？',
        },
        answer: {
          'en-US':
            'Bring it to a counter with your identity card. A sealed Karat piece is checked by its serial number and paid at the buyback price of that minute, to your bank account on the same working day.',
          id: 'Bawa ke konter bersama KTP. Keping Karat yang masih tersegel diperiksa lewat nomor serinya dan dibayar pada harga buyback saat itu juga, ke rekening Anda pada hari kerja yang sama.',
          zh: '携带身份证到柜台即可。未拆封的 Karat 货品核对编号后，按当时的回购价计算，当个工作日汇入您的银行账户。',
        },
      },
    ],
  },
  {
    stores: ['id', 'my'],
    name: { 'en-US': 'Buying and the price guarantee', id: 'Pembelian dan jaminan harga', zh: '购买与保价' },
    problems: [
      {
        slug: 'how-guarantee-works',
        question: {
          'en-US': 'How long is my price guaranteed?',
          id: 'Berapa lama harga saya dijamin?',
          zh: '价格可以保多久？',
        },
        answer: {
          'en-US':
            'Ten minutes from the moment you confirm. The guarantee is bound to your order, its pieces and the way of delivery. If the price is better for you when you place the order, you get the better one.',
          id: 'Sepuluh menit sejak Anda mengonfirmasi. Jaminan terikat pada pesanan Anda, keping-kepingnya, dan cara pengirimannya. Bila saat pesanan dibuat harganya lebih baik untuk Anda, harga itulah yang berlaku.',
          zh: '自您确认起十分钟。保价绑定您的订单、货品与配送方式。提交订单时若价格对您更有利，则按更优价格成交。',
        },
      },
      {
        slug: 'guarantee-over',
        question: {
          'en-US': 'What happens when the ten minutes are over?',
          id: 'Apa yang terjadi bila sepuluh menit habis?',
          zh: '十分钟结束后会怎样？',
        },
        answer: {
          'en-US':
            'Nothing is bought. You see the old price, the new one and the difference for each piece, and decide whether to go on.',
          id: 'Tidak ada yang terbeli. Anda melihat harga lama, harga baru, dan selisihnya untuk setiap keping, lalu memutuskan apakah dilanjutkan.',
          zh: '不会产生任何购买。您会看到每件货品的旧价、新价与差额，再决定是否继续。',
        },
      },
      {
        slug: 'pay-in-time',
        question: {
          'en-US': 'How much time do I have to pay?',
          id: 'Berapa lama waktu untuk membayar?',
          zh: '我有多长时间付款？',
        },
        answer: {
          'en-US':
            'Five minutes beyond the end of the price guarantee: fifteen minutes in all from the moment you confirm. The order shows the time that is left. An order that is not paid in time ends by itself, and its pieces can be bought again by others. Money that arrives late is never lost: we ask you whether to buy at the new price or send it back.',
          id: 'Lima menit setelah jaminan harga berakhir: seluruhnya lima belas menit sejak Anda mengonfirmasi. Sisa waktunya tampil di pesanan. Pesanan yang tidak dibayar tepat waktu berakhir sendiri dan kepingnya bisa dibeli orang lain. Uang yang datang terlambat tidak hilang: kami menanyakan apakah Anda ingin membeli pada harga baru atau uangnya dikembalikan.',
          zh: '保价结束后五分钟内，即自您确认起共十五分钟，订单上会显示剩余时间。逾期未付的订单自动结束，货品重新开放购买。迟到的款项不会丢失：我们会询问您按新价购买还是退回。',
        },
      },
      {
        slug: 'who-may-buy',
        question: {
          'en-US': 'Who may buy, and how much?',
          id: 'Siapa yang boleh membeli, dan seberapa banyak?',
          zh: '谁可以购买，限额多少？',
        },
        answer: {
          'en-US':
            'Anybody of age with an account. Up to Rp 50,000,000 a day needs nothing more than that; for larger amounts we have to know your name as your identity card has it.',
          id: 'Siapa pun yang sudah dewasa dan memiliki akun. Sampai Rp 50.000.000 per hari tidak diperlukan apa-apa lagi; untuk jumlah lebih besar kami perlu nama Anda sesuai KTP.',
          zh: '任何成年并拥有账户的人。每日 Rp 50,000,000 以内无需其他手续；金额更大时，我们需要与身份证一致的姓名。',
        },
      },
    ],
  },
  {
    stores: ['id', 'my'],
    name: { 'en-US': 'Delivery and pickup', id: 'Pengiriman dan pengambilan', zh: '配送与自提' },
    problems: [
      {
        slug: 'delivery-time',
        question: {
          'en-US': 'How long does delivery take, and is it insured?',
          id: 'Berapa lama pengiriman, dan apakah diasuransikan?',
          zh: '配送需要多久，是否投保？',
        },
        answer: {
          'en-US':
            'Two to four working days within the country, by insured courier. The parcel is insured at its full value until you have signed for it. The fee depends on weight, value and region and is part of the price that you confirm.',
          id: 'Dua sampai empat hari kerja di dalam negeri, dengan kurir berasuransi. Paket diasuransikan senilai penuh sampai Anda menandatangani penerimaannya. Ongkosnya bergantung pada berat, nilai, dan wilayah, dan sudah termasuk dalam harga yang Anda konfirmasi.',
          zh: '国内由投保快递配送，二至四个工作日送达。签收之前包裹全额投保。费用取决于重量、价值与地区，已包含在您确认的价格中。',
        },
      },
      {
        slug: 'not-at-home',
        question: {
          'en-US': 'What if nobody is at home?',
          id: 'Bagaimana bila tidak ada orang di rumah?',
          zh: '家中无人怎么办？',
        },
        answer: {
          'en-US':
            'The courier hands the parcel only to the recipient named on it, against an identity card. After a second try it returns to the nearest counter, where it waits for fourteen days.',
          id: 'Kurir hanya menyerahkan paket kepada penerima yang namanya tercantum, dengan menunjukkan KTP. Setelah percobaan kedua, paket dibawa ke konter terdekat dan menunggu selama empat belas hari.',
          zh: '快递员只把包裹交给写明的收件人，并核对身份证。第二次投递仍未成功的，退到最近的柜台保留十四天。',
        },
      },
      {
        slug: 'pickup-how',
        question: {
          'en-US': 'How do I collect an order myself?',
          id: 'Bagaimana mengambil pesanan sendiri?',
          zh: '怎样自提订单？',
        },
        answer: {
          'en-US':
            'Choose a counter when you confirm. When the pieces are ready, the order shows a code; bring it with your identity card during [opening hours](/contactUs). Somebody else can collect for you with a signed letter and both cards.',
          id: 'Pilih konter saat mengonfirmasi. Bila keping sudah siap, pesanan menampilkan sebuah kode; bawa kode itu bersama KTP pada [jam buka](/contactUs). Orang lain bisa mengambilkan dengan surat kuasa dan kedua KTP.',
          zh: '确认时选择柜台。备好后订单会显示取货码，请在[营业时间](/contactUs)内携带取货码与身份证前来。他人代取需有签名委托书及双方身份证。',
        },
      },
      {
        slug: 'check-parcel',
        question: {
          'en-US': 'What should I check when the piece arrives?',
          id: 'Apa yang perlu diperiksa saat keping tiba?',
          zh: '收到货品时要检查什么？',
        },
        answer: {
          'en-US':
            'The seal of the transport bag, then the card, then the serial number against the invoice. Film the opening if you can. If anything differs, do not break the seal of the card and [write to us](/contactUs) the same day.',
          id: 'Segel kantong kirim, lalu kartunya, lalu nomor seri dibandingkan dengan faktur. Bila bisa, rekam saat membukanya. Bila ada yang berbeda, jangan buka segel kartunya dan [hubungi kami](/contactUs) pada hari yang sama.',
          zh: '先看运输袋封口，再看卡，然后把编号与发票核对。可以的话请录下开箱过程。如有不符，请勿拆开卡的封口，并于当天[联系我们](/contactUs)。',
        },
      },
    ],
  },
  {
    stores: ['id', 'my'],
    name: { 'en-US': 'Cancelling and refunds', id: 'Pembatalan dan pengembalian dana', zh: '取消与退款' },
    problems: [
      {
        slug: 'cancel-unpaid',
        question: { 'en-US': 'May I cancel an order?', id: 'Bolehkah pesanan dibatalkan?', zh: '可以取消订单吗？' },
        answer: {
          'en-US':
            'Before payment: at any time, at no cost. After payment: within thirty minutes, as long as we have not begun to prepare it. It is then settled at the live price: if the same order costs less by then, we keep the difference, up to three percent of the goods. After a larger fall it cannot be cancelled; you can sell the pieces to us at the buyback price.',
          id: 'Sebelum dibayar: kapan saja, tanpa biaya. Setelah dibayar: dalam tiga puluh menit, selama belum kami siapkan. Penyelesaiannya memakai harga saat itu: bila pesanan yang sama lebih murah, selisihnya kami tahan, paling banyak tiga persen nilai barang. Setelah penurunan yang lebih besar pesanan tidak dapat dibatalkan; kepingnya dapat Anda jual kepada kami dengan harga buyback.',
          zh: '付款前可随时免费取消。付款后三十分钟内、且尚未开始备货时可以取消，按实时价格结算：若相同订单更便宜，我们扣留差额，最多为货款的百分之三。跌幅更大时不能取消，您可按回购价将货品卖给我们。',
        },
      },
      {
        slug: 'refund-when',
        question: {
          'en-US': 'When can I ask for a refund?',
          id: 'Kapan saya bisa meminta pengembalian dana?',
          zh: '什么情况下可以申请退款？',
        },
        answer: {
          'en-US':
            'When a piece is not what the invoice says, is damaged, or does not arrive. Ask from the order itself, for the whole or for single pieces, and add pictures. We answer within two working days.',
          id: 'Bila keping tidak sesuai faktur, rusak, atau tidak sampai. Ajukan dari halaman pesanan, untuk seluruhnya atau per keping, dan sertakan foto. Kami menjawab dalam dua hari kerja.',
          zh: '货品与发票不符、损坏或未送达时。请在订单中申请，可选择全部或单件，并附上图片。我们在两个工作日内答复。',
        },
      },
      {
        slug: 'refund-how-long',
        question: {
          'en-US': 'How long until the money is back?',
          id: 'Berapa lama sampai uangnya kembali?',
          zh: '退款多久到账？',
        },
        answer: {
          'en-US':
            'Money returns the way it came. Cards take five to ten working days, depending on the bank; transfers one to two.',
          id: 'Uang kembali lewat jalan yang sama. Kartu lima sampai sepuluh hari kerja, tergantung bank; transfer satu sampai dua hari kerja.',
          zh: '款项原路退回。银行卡视银行而定，需五至十个工作日；转账一至两个工作日。',
        },
      },
    ],
  },
  {
    stores: ['id', 'my'],
    name: { 'en-US': 'Account, vault and security', id: 'Akun, vault, dan keamanan', zh: '账户、金库与安全' },
    problems: [
      {
        slug: 'vault-what',
        question: { 'en-US': 'What is the vault?', id: 'Apa itu vault?', zh: '什么是金库？' },
        answer: {
          'en-US':
            'An account in grams instead of money. The gold in it belongs to you, not to us: it is stored apart, listed bar by bar and insured. It opens step by step; whatever you have bought as a piece is not touched by it.',
          id: 'Akun dalam gram, bukan dalam uang. Emas di dalamnya milik Anda, bukan milik kami: disimpan terpisah, terdaftar batang demi batang, dan diasuransikan. Layanan ini dibuka bertahap; keping yang sudah Anda beli tidak terpengaruh.',
          zh: '以克而非货币计的账户。其中的黄金属于您，不属于我们：单独存放、逐条登记并投保。该服务分步开放，您已购买的实物不受影响。',
        },
      },
      {
        slug: 'pin-forgotten',
        question: {
          'en-US': 'Why is my account locked after three wrong PINs?',
          id: 'Mengapa akun terkunci setelah tiga PIN salah?',
          zh: '为什么 PIN 输错三次会被锁定？',
        },
        answer: {
          'en-US':
            'The PIN guards every movement of gold and money. Three wrong tries in a row end all sessions, so that a thief with your phone gets no fourth try. You unlock it with your password and a code.',
          id: 'PIN menjaga setiap perpindahan emas dan uang. Tiga kali salah berturut-turut mengakhiri semua sesi, sehingga pencuri yang memegang ponsel Anda tidak mendapat percobaan keempat. Anda membukanya dengan kata sandi dan sebuah kode.',
          zh: 'PIN 保护黄金与资金的每一次变动。连续输错三次会结束所有会话，拿到您手机的人也没有第四次机会。您可用密码与验证码解锁。',
        },
      },
      {
        slug: 'is-it-you',
        question: {
          'en-US': 'How do I know that a message is from you?',
          id: 'Bagaimana tahu sebuah pesan benar dari Karat?',
          zh: '怎样确认信息来自你们？',
        },
        answer: {
          'en-US':
            'We never ask for your PIN, password or one-time code, not by mail, not by phone, not at the counter. Links in our mails lead to this address only. When in doubt, close the message and type the address yourself.',
          id: 'Kami tidak pernah meminta PIN, kata sandi, atau kode sekali pakai: tidak lewat surel, telepon, maupun di konter. Tautan di surel kami hanya menuju alamat ini. Bila ragu, tutup pesannya dan ketik sendiri alamatnya.',
          zh: '我们绝不会通过邮件、电话或在柜台索要您的 PIN、密码或验证码。邮件中的链接只指向本网址。如有疑问，请关闭信息并自行输入网址。',
        },
      },
      {
        slug: 'data-kept',
        question: {
          'en-US': 'What do you keep about me?',
          id: 'Data apa yang disimpan tentang saya?',
          zh: '你们保存我的哪些信息？',
        },
        answer: {
          'en-US':
            'What an order needs, and no card numbers: those are entered at the payment provider. What is kept, for how long and how to ask for it stands in the [privacy notice](/privacy).',
          id: 'Yang diperlukan sebuah pesanan, tanpa nomor kartu: nomor kartu dimasukkan di penyedia pembayaran. Apa yang disimpan, berapa lama, dan cara memintanya tertulis di [pemberitahuan privasi](/privacy).',
          zh: '只保存订单所需的信息，不保存卡号，卡号在支付机构页面输入。保存内容、期限与查询方式见[隐私声明](/privacy)。',
        },
      },
    ],
  },
]
