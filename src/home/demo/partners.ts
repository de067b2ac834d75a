/** The demo's partners; their names are invented. */
import type { NewPartner } from '../../content/add-content.ts'

export const demoPartners: NewPartner[] = [
  {
    stores: ['id', 'my'],
    kind: 'refinery',
    name: 'Logam Wening',
    place: 'Cikarang',
    since: 2014,
    text: {
      'en-US': 'Refines the gold of our minted bars to 999.9 from certified scrap and from two mines in Sulawesi.',
      id: 'Memurnikan emas batangan cetak kami hingga 999,9 dari rongsok bersertifikat dan dua tambang di Sulawesi.',
      zh: '把经认证的回收金与苏拉威西两座矿的金精炼至 999.9，用于我们的压铸金条。',
    },
  },
  {
    stores: ['id', 'my'],
    kind: 'refinery',
    name: 'Perak Strait Metals',
    place: 'Ipoh',
    since: 2018,
    text: {
      'en-US': 'Casts our bars from 100 g upwards and takes back what has to be melted.',
      id: 'Mengecor batangan kami mulai 100 g dan menerima kembali yang harus dilebur.',
      zh: '浇铸我们 100 克以上的金条，并接收需要重新熔炼的货品。',
    },
  },
  {
    stores: ['id', 'my'],
    kind: 'assay',
    name: 'Balai Uji Kencana',
    place: 'Bandung',
    since: 2014,
    text: {
      'en-US': 'Tests one bar in every two hundred by fire assay, chosen by them and not by us.',
      id: 'Menguji satu dari setiap dua ratus batangan dengan metode cupellation; mereka yang memilih, bukan kami.',
      zh: '每两百根金条抽一根做火试金检测，由他们而非我们挑选。',
    },
  },
  {
    stores: ['id', 'my'],
    kind: 'courier',
    name: 'Antar Aman Nusantara',
    place: 'Jakarta',
    since: 2015,
    text: {
      'en-US':
        'Carries sealed parcels to 412 regencies, two people to a vehicle, and hands them over against an identity card only.',
      id: 'Membawa paket tersegel ke 412 kabupaten dan kota, dua orang per kendaraan, dan hanya menyerahkannya dengan KTP.',
      zh: '把密封包裹送往 412 个县市，每车两人，仅凭身份证交付。',
    },
  },
  {
    stores: ['id', 'my'],
    kind: 'courier',
    name: 'Kurir Selat Secure',
    place: 'Kuala Lumpur',
    since: 2019,
    text: {
      'en-US':
        'Our courier in Malaysia and across the strait, with a vehicle that can be followed on the order’s page.',
      id: 'Kurir kami di Malaysia dan lintas selat, dengan kendaraan yang bisa dipantau di halaman pesanan.',
      zh: '我们在马来西亚及海峡两岸的快递，可在订单页面追踪车辆。',
    },
  },
  {
    stores: ['id', 'my'],
    kind: 'insurer',
    name: 'Asuransi Tirta Raya',
    place: 'Jakarta',
    since: 2016,
    text: {
      'en-US': 'Insures stock, transport and counters at full value, without a share borne by the customer.',
      id: 'Mengasuransikan persediaan, pengangkutan, dan konter senilai penuh, tanpa bagian yang ditanggung pelanggan.',
      zh: '为库存、运输与柜台全额投保，客户无需自付。',
    },
  },
  {
    stores: ['id', 'my'],
    kind: 'bank',
    name: 'Bank Selaras',
    place: 'Jakarta',
    since: 2014,
    text: {
      'en-US': 'Keeps customers’ payments on an account of their own until a piece is handed over.',
      id: 'Menampung pembayaran pelanggan di rekening terpisah sampai keping diserahkan.',
      zh: '在货品交付之前，把客户款项存于独立账户。',
    },
  },
  {
    stores: ['id', 'my'],
    kind: 'bank',
    name: 'Meranti Commercial Bank',
    place: 'Kuala Lumpur',
    since: 2019,
    text: {
      'en-US': 'Takes payments in ringgit and pays out buybacks on the same working day.',
      id: 'Menerima pembayaran dalam ringgit dan membayar buyback pada hari kerja yang sama.',
      zh: '受理林吉特付款，并于当个工作日支付回购款。',
    },
  },
]
