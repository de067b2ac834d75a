/** The demo's member agreement in Indonesian. */
import type { Section } from './agreements.ts'

export const agreementInIndonesian: Section[] = [
  {
    since: 1,
    heading: 'Para pihak',
    text: [
      'Perjanjian ini dibuat antara Anda dan perusahaan yang menjalankan toko tempat Anda membeli: PT Karat Logam Mulia, Jl. H.O.S. Cokroaminoto No. 84, Jakarta, untuk toko Indonesia; Karat Bullion Sdn. Bhd., 28 Jalan Bukit Bintang, Kuala Lumpur, untuk toko Malaysia. “Kami” berarti perusahaan tersebut.',
      'Anda menyetujuinya saat membuka akun. Versi yang Anda setujui disimpan bersama akun dan bisa dibaca di sini kapan saja.',
    ],
  },
  {
    since: 1,
    heading: 'Akun Anda',
    text: [
      'Akun diperuntukkan bagi satu orang dewasa, atau bagi perusahaan yang telah menunjuk orang yang bertindak untuknya. Satu orang memiliki satu akun.',
      'Simpan kata sandi, PIN pembayaran, dan kode sekali pakai untuk diri sendiri. Kami tidak pernah memintanya. Segera beri tahu kami bila Anda menduga orang lain mengetahuinya; sejak saat itu kami yang menanggung apa yang dilakukan dengannya.',
      'Setelah tiga kali PIN salah berturut-turut, semua sesi akun berakhir dan PIN terkunci sampai Anda membukanya.',
    ],
  },
  {
    since: 1,
    heading: 'Harga',
    text: [
      'Harga sebuah keping adalah berat murninya pada harga kami per gram, ditambah premi jenisnya, ongkos pembuatan bila ada, dan pajak menurut undang-undang. Semuanya ditampilkan sebelum Anda mengonfirmasi dan dicatat pada faktur.',
      'Harga mengikuti pasar dan berubah sepanjang hari. Harga yang ditandai sebagai harga terakhir atau dijeda hanya untuk informasi; pesanan tidak bisa dibuat dengan harga itu.',
    ],
  },
  {
    since: 2,
    heading: 'Jaminan harga',
    text: [
      'Saat Anda mengonfirmasi, kami menahan harga pesanan selama sepuluh menit. Jaminan terikat pada Anda, pada keping-kepingnya, dan pada cara pengiriman, serta berlaku untuk satu pesanan.',
      'Bila saat pesanan dibuat harga kami lebih rendah 0,10 persen atau lebih, Anda membayar yang lebih rendah. Bila jaminan sudah berakhir, tidak ada yang terbeli sampai Anda melihat dan menyetujui harga baru.',
    ],
  },
  {
    since: 3,
    heading: 'Kekeliruan harga yang nyata',
    text: [
      'Harga berasal dari pasar dan mesin, dan mesin bisa keliru. Bila harga per gram suatu pesanan meleset dua persen atau lebih dari harga yang benar, menguntungkan Anda maupun kami, kami boleh membatalkan penjualan itu dalam 24 jam. Dua orang dari kami memutuskannya bersama, dan kami menjelaskan alasannya.',
      'Jaminan atau pesanan yang belum dibayar dengan harga seperti itu berakhir tanpa biaya. Untuk pesanan yang sudah dibayar dan belum mulai kami siapkan, Anda memilih dalam 24 jam: seluruh uang kembali, atau seluruh uang kembali dan barang yang sama dengan harga saat itu. Bila Anda tidak memilih, uang otomatis dikembalikan. Dalam semua hal itu kami tidak memotong apa pun.',
      'Yang sudah kami siapkan atau serahkan tetap milik Anda, kecuali Anda menyepakati hal lain dengan kami. Bab ini hanya berlaku untuk penjualan setelah Anda menyetujuinya.',
    ],
  },
  {
    since: 1,
    heading: 'Pesanan dan pembayaran',
    text: [
      'Pesanan terjadi saat Anda membuatnya. Pembayaran dilakukan dalam tiga puluh menit, atau lima belas menit untuk keping bertanda langka; bila tidak, pesanan berakhir dan kepingnya kembali tersedia.',
      'Pembayaran dianggap diterima setelah penyedia pembayaran memberi tahu kami. Uang yang terlambat, dobel, atau jumlahnya keliru kami simpan terpisah untuk Anda: dalam 24 jam Anda memilih membeli pada harga saat itu atau menerimanya kembali.',
      'Nomor kartu dimasukkan di penyedia pembayaran dan tidak pernah sampai kepada kami.',
    ],
    renewed: [
      'Pesanan terjadi saat Anda membuatnya. Pembayaran dilakukan paling lambat lima menit setelah jaminan harganya berakhir, dan untuk keping bertanda langka dalam lima belas menit sejak pesanan dibuat; bila tidak, pesanan berakhir dan kepingnya kembali tersedia.',
      'Bila dalam sehari tiga pesanan Anda berakhir tanpa dibayar, keping untuk pesanan berikutnya baru disisihkan setelah dibayar.',
      'Agar tidak ada yang menahan harga tanpa membeli, ada batas untuk jumlah yang dapat ditahan bagi satu anggota dan bagi semua anggota pada satu waktu. Di atas batas itu kami tidak memberi jaminan baru sampai sebagian dibayar, dibatalkan, atau berakhir.',
      'Pembayaran dianggap diterima setelah penyedia pembayaran memberi tahu kami. Uang yang terlambat, dobel, atau jumlahnya keliru kami simpan terpisah untuk Anda: dalam 24 jam Anda memilih membeli pada harga saat itu atau menerimanya kembali.',
      'Nomor kartu dimasukkan di penyedia pembayaran dan tidak pernah sampai kepada kami.',
    ],
  },
  {
    since: 1,
    heading: 'Pengiriman, pengambilan, dan risiko',
    text: [
      'Kami mengirim dengan kurir berasuransi kepada penerima yang tercantum, dengan menunjukkan KTP, atau menyerahkan pesanan di konter pilihan Anda dengan kode ambil dan KTP.',
      'Sampai saat itu semua risiko hilang dan rusak kami tanggung. Kepemilikan berpindah kepada Anda bersama kepingnya.',
      'Pesanan yang siap diambil disimpan selama tiga puluh hari. Setelah itu kami boleh mengirimkannya ke alamat Anda atas biaya Anda.',
    ],
  },
  {
    since: 2,
    heading: 'Pembatalan',
    text: [
      'Pesanan yang belum dibayar boleh dibatalkan kapan saja tanpa biaya.',
      'Pesanan yang sudah dibayar boleh dibatalkan dalam tiga puluh menit sejak pembayaran, kecuali sudah mulai kami siapkan. Penyelesaiannya memakai harga buyback saat itu ke dua arah: keuntungan dibayarkan kepada Anda, kerugian kami tahan tetapi tidak pernah lebih dari tiga persen nilai pesanan.',
      'Karena harga emas bergantung pada gerakan pasar yang tidak bisa kami pengaruhi, tidak ada hak pembatalan lebih lanjut.',
    ],
    renewed: [
      'Pesanan yang belum dibayar boleh dibatalkan kapan saja tanpa biaya.',
      'Pesanan yang sudah dibayar boleh dibatalkan dalam tiga puluh menit sejak pembayaran, kecuali sudah mulai kami siapkan. Penyelesaiannya memakai harga saat itu. Bila pesanan yang sama saat itu lebih murah, selisihnya kami tahan; bila harga buyback untuk emasnya di atas seluruh pembayaran Anda, selisihnya dibayarkan kepada Anda. Selain itu Anda menerima kembali persis yang Anda bayar.',
      'Bila selisih yang harus kami tahan lebih dari tiga persen nilai barang, pesanan tidak dapat dibatalkan. Kepingnya dapat Anda jual kepada kami dengan harga buyback.',
      'Karena harga emas bergantung pada gerakan pasar yang tidak bisa kami pengaruhi, tidak ada hak pembatalan lebih lanjut.',
    ],
  },
  {
    since: 1,
    heading: 'Pengembalian dana dan keluhan',
    text: [
      'Bila keping tidak sesuai faktur, rusak, atau tidak sampai, beri tahu kami dari halaman pesanan dalam tujuh hari sejak penyerahan. Anda boleh memilih keping pengganti, perbaikan bila masuk akal, atau uang kembali.',
      'Kami menjawab dalam dua hari kerja. Uang kembali lewat jalan yang sama.',
    ],
  },
  {
    since: 1,
    heading: 'Buyback',
    text: [
      'Kami membeli kembali keping Karat yang tersegel pada harga buyback yang tampil saat itu, selama perdagangan dibuka. Keping tanpa segel diuji lebih dahulu; biaya uji disebutkan di muka.',
      'Kami tidak menjanjikan harga akan naik, dan tidak ada isi halaman ini yang merupakan anjuran membeli.',
    ],
  },
  {
    since: 4,
    heading: 'Rekening emas: siapa pemilik emasnya',
    text: [
      'Gram yang Anda beli untuk rekening emas menjadi milik Anda sejak dibukukan. Yang Anda miliki adalah bagian, dalam gram emas murni, dari batangan bernomor yang kami simpan untuk para anggota toko Anda. Emas itu bukan milik kami: tidak kami pinjamkan dan tidak menjadi jaminan atas utang kami.',
      'Saat Anda menarik gram menjadi batangan, gram itu tetap milik Anda sampai sebuah batangan bernomor seri ditetapkan untuk Anda; sejak saat itu batangan tersebut milik Anda. Ini penyerahan atas milik Anda, bukan penjualan kedua: yang ditagih hanya premi dan ongkos pembuatan.',
      'Uang di saldo tunai bukan emas. Uang itu adalah tagihan Anda kepada kami dan tidak berbunga.',
    ],
  },
  {
    since: 4,
    heading: 'Rekening emas: nilai yang belum pasti',
    text: [
      'Pemegang kartu dapat menarik kembali pembayarannya hingga berbulan-bulan. Nilai yang Anda bayar dengan kartu langsung dapat Anda simpan dan jual. Selama 7 hari, atau 14 hari selama Anda belum memiliki pesanan yang selesai, nilai itu maupun hasil penjualannya tidak dapat dikirim, ditarik menjadi batangan, atau dicairkan. Akun Anda menampilkan tanggal saat nilai itu menjadi pasti.',
      'Bila pembayaran kartu disanggah, nilainya dibekukan sampai sanggahan diputuskan. Kekurangan yang timbul menjadi utang Anda kepada kami.',
    ],
  },
  {
    since: 4,
    heading: 'Rekening emas: batas simpan dan terima',
    text: [
      'Tingkat akun Anda menentukan berapa banyak emas yang boleh Anda simpan. Kiriman dari orang lain tidak pernah membuat Anda melampauinya: yang tidak muat menunggu, lalu kembali kepada pengirimnya. Tingkat yang turun tidak pernah menghalangi Anda menjual atau menarik apa yang Anda miliki.',
    ],
  },
  {
    since: 4,
    heading: 'Rekening emas: kematian, pengadilan, dan otoritas',
    text: [
      'Bila kami mengetahui adanya kematian atau pengampuan, atau menerima penetapan pengadilan atau perintah otoritas, seluruh akun dibekukan sampai dokumennya selesai diperiksa, termasuk rencana tabungan. Emas dan uang kemudian diserahkan kepada yang berhak. Dua orang dari kami memutuskannya bersama.',
    ],
  },
  {
    since: 4,
    heading: 'Rekening emas: penutupan',
    text: [
      'Akun dapat ditutup setelah emas dan uangnya dijual, dicairkan, atau ditarik. Apa yang masih terutang di antara kita tetap terutang.',
    ],
  },
  {
    since: 1,
    heading: 'Mengenal pelanggan',
    text: [
      'Undang-undang mewajibkan kami mengenal pembeli dan penjual emas di atas jumlah tertentu. Kami meminta nama, dokumen identitas, dan asal uang. Sampai selesai, pesanan besar menunggu; menjual yang sudah Anda miliki tidak pernah terhalang karenanya.',
    ],
  },
  {
    since: 2,
    heading: 'Data Anda',
    text: [
      'Kami menyimpan yang diperlukan oleh pesanan, undang-undang, dan keamanan Anda, selama yang tertulis di [pemberitahuan privasi](/privacy). Anda boleh meminta untuk melihat, memperbaiki, atau menghapusnya; kami menjawab dalam 72 jam.',
    ],
  },
  {
    since: 1,
    heading: 'Yang Anda kirim kepada kami',
    text: [
      'Testimoni dan foto tetap milik Anda. Dengan mengirimnya, Anda mengizinkan kami menampilkannya dengan nama depan dan inisial sampai Anda meminta diturunkan. Staf melihat setiap kiriman sebelum tampil; kami tidak mengubah tulisan Anda.',
    ],
  },
  {
    since: 1,
    heading: 'Tanggung jawab',
    text: [
      'Kami bertanggung jawab atas kesalahan kami dan pihak yang kami tugasi, tanpa batas dalam hal jiwa, kesehatan, atau kesengajaan, selebihnya sampai nilai pesanan. Kami tidak bertanggung jawab atas gerakan pasar selama toko dijeda karena sebab di luar kendali kami.',
    ],
  },
  {
    since: 1,
    heading: 'Perubahan dan pengakhiran',
    text: [
      'Versi baru diumumkan di sini paling lambat tiga puluh hari sebelum berlaku, kecuali undang-undang memberi waktu lebih singkat. Versi itu berlaku bagi Anda setelah Anda menyetujuinya. Bila tidak, Anda boleh menutup akun dan tetap memiliki semua milik Anda.',
      'Anda boleh menutup akun kapan saja. Kami boleh menutupnya dengan pemberitahuan tiga puluh hari, atau seketika bila diwajibkan undang-undang.',
    ],
  },
  {
    since: 1,
    heading: 'Hukum dan pengadilan',
    text: [
      'Yang berlaku adalah hukum negara toko Anda. Sengketa diajukan dahulu ke meja keluhan kami, lalu ke badan penyelesaian sengketa konsumen negara itu, dan baru kemudian ke pengadilannya.',
    ],
  },
]
