/**
 * The chart of accounts that a store begins with, and on which side of a journal an account kind's legs stand. Pure.
 *
 * Only kinds of money: grams have no account in a journal (decision 0143). The numbers of a store stay as they are for a day of
 * which a file was made; the owner's own stand in books.chart.
 */
import type { AccountKind, accountKinds } from '../ledger/ledger-rules.ts'

type MoneyKind = { [K in AccountKind]: (typeof accountKinds)[K]['gold'] extends true ? never : K }[AccountKind]
export type ChartAccount = { number: string; name: string }

/** Number, name, and the name in an Indonesian store. Assets 1, debts 2, income 4, cost 5, expenses 6, result that is not earned 8. */
const accounts: Record<MoneyKind, [number: string, name: string, indonesian: string]> = {
  bank: ['1110', 'Bank', 'Bank'],
  till: ['1105', 'Cash at the counters', 'Kas di gerai'],
  terminal_clearing: ['1115', 'Card terminals, clearing', 'Penampungan mesin EDC'],
  provider_clearing: ['1120', 'Payment providers, clearing', 'Penampungan penyedia pembayaran'],
  disputed: ['1130', 'Card money in dispute', 'Dana kartu dalam sengketa'],
  receivable: ['1140', 'Receivable from members', 'Piutang anggota'],
  stock_cost: ['1210', 'Stock of pieces, at cost', 'Persediaan emas, harga perolehan'],
  metal_revaluation: ['1220', 'Revaluation of metal', 'Revaluasi emas'],
  cash: ['2110', 'Cash balances of members', 'Saldo tunai anggota'],
  cash_held: ['2120', 'Cash balances of members, set aside', 'Saldo tunai anggota yang ditahan'],
  order_money: ['2130', 'Received for orders', 'Uang muka pesanan'],
  suspense: ['2140', 'Suspense', 'Penampungan sementara'],
  payout_clearing: ['2150', 'Payouts under way', 'Penarikan dalam proses'],
  court_payable: ['2160', 'Owed to authorities by court order', 'Utang atas perintah pengadilan'],
  tax_payable: ['2170', 'Tax payable', 'Utang pajak'],
  commission_payable: ['2180', 'Commissions payable', 'Utang komisi'],
  suppliers: ['2190', 'Suppliers', 'Utang pemasok'],
  bought_back: ['2195', 'Pieces bought back, clearing of suppliers', 'Pembelian kembali emas fisik'],
  sales_gold: ['4110', 'Sales, gold', 'Penjualan emas'],
  sales_premium: ['4120', 'Sales, premium', 'Penjualan, premi'],
  sales_making: ['4130', 'Sales, making charge', 'Penjualan, ongkos'],
  trading: ['4210', 'Trades of grams, at spot', 'Perdagangan gram, harga spot'],
  spread: ['4220', 'Spread of trades', 'Selisih harga perdagangan'],
  rounding: ['4230', 'Rounding', 'Pembulatan'],
  delivery_fees: ['4310', 'Delivery fees', 'Pendapatan ongkos kirim'],
  insurance_fees: ['4320', 'Insurance fees', 'Pendapatan asuransi'],
  settlement: ['4410', 'Cancelled sales, settlement', 'Selisih pembatalan penjualan'],
  cost_of_sales: ['5110', 'Cost of sales', 'Harga pokok penjualan'],
  stock_loss: ['5120', 'Missing pieces, at cost', 'Kerugian barang hilang'],
  commission_expense: ['6110', 'Commissions of agents', 'Beban komisi agen'],
  chargeback_loss: ['6120', 'Lost disputes', 'Kerugian sengketa kartu'],
  bad_debt: ['6130', 'Bad debt', 'Piutang tak tertagih'],
  adjustments: ['6140', 'Corrections of balances', 'Koreksi saldo anggota'],
  unrealised_result: ['8110', 'Unrealised result of metal', 'Laba rugi emas belum terealisasi'],
}
export const moneyKinds = Object.keys(accounts) as MoneyKind[]
export const isMoneyKind = (kind: string): kind is MoneyKind => Object.hasOwn(accounts, kind)

export function usualAccount(kind: MoneyKind, language: string): ChartAccount {
  const [number, name, indonesian] = accounts[kind]
  return { number, name: language === 'id' ? indonesian : name }
}

/** Their legs say what pieces cost: added to is a debit there, while everywhere else it is a credit. No transfer has legs of both. */
const ofCost = new Set<AccountKind>(['stock_cost', 'suppliers', 'cost_of_sales', 'stock_loss'])
export const isOfCost = (kind: AccountKind): boolean => ofCost.has(kind)
