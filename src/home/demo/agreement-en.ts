/** The demo's member agreement in English. */
import type { Section } from './agreements.ts'

export const agreementInEnglish: Section[] = [
  {
    since: 1,
    heading: 'Who makes this agreement',
    text: [
      'This agreement is made between you and the company that runs the store you buy from: PT Karat Logam Mulia, Jl. H.O.S. Cokroaminoto No. 84, Jakarta, for the Indonesian store; Karat Bullion Sdn. Bhd., 28 Jalan Bukit Bintang, Kuala Lumpur, for the Malaysian store. “We” means that company.',
      'You accept it when you open an account. The version you accepted is kept with your account and can be read here at any time.',
    ],
  },
  {
    since: 1,
    heading: 'Your account',
    text: [
      'An account is for one natural person of full age, or for a company that has named the person acting for it. One person has one account.',
      'Keep your password, payment PIN and one-time codes to yourself. We never ask for them. Tell us at once when you believe that somebody else knows them; from that moment we carry what is done with them.',
      'After three wrong PINs in a row the account’s sessions end and the PIN is locked until you unlock it.',
    ],
  },
  {
    since: 1,
    heading: 'Prices',
    text: [
      'The price of a piece is its fine weight at our price per gram, with the premium of its kind, the making charge where there is one, and the tax that the law names. All of these are shown before you confirm and are kept on the invoice.',
      'Prices follow the market and change during the day. A price that is shown as last known or paused is for information; no order can be made at it.',
    ],
  },
  {
    since: 2,
    heading: 'The price guarantee',
    text: [
      'When you confirm, we hold the prices of your order for ten minutes. The guarantee is bound to you, to the pieces and to the way of delivery, and serves one order.',
      'If our price is lower for you by 0.10 percent or more when you place the order, you pay the lower one. If the guarantee has ended, nothing is bought until you have seen and accepted the new price.',
    ],
  },
  {
    since: 3,
    heading: 'Obvious errors in a price',
    text: [
      'Prices come from markets and machines, and a machine can be wrong. If the price per gram that an order was made at was two percent or more away from the right one, in your favour or in ours, we may take the sale back within 24 hours of it. Two people of our house decide that together, and we tell you why.',
      'A guarantee or an unpaid order at such a price then ends at no cost. For a paid order that we have not begun to prepare you choose within 24 hours: all your money back, or all your money back and the same pieces at the price of that moment. If you choose nothing, your money goes back by itself. We keep nothing in any of these cases.',
      'What we have prepared or handed over stays yours unless you agree otherwise with us. This section applies only to sales made after you accepted it.',
    ],
  },
  {
    since: 1,
    heading: 'The order and payment',
    text: [
      'An order is concluded when you place it. It has to be paid within thirty minutes, within fifteen for pieces marked as scarce; otherwise it ends, and its pieces are free again.',
      'Payment counts as received when the payment provider has told us so. Money that comes late, twice or in a wrong amount is kept apart for you: within 24 hours you choose whether to buy at the price of that moment or to have it back.',
      'Card numbers are entered at the payment provider and never reach us.',
    ],
    renewed: [
      'An order is concluded when you place it. It has to be paid within five minutes of the end of its price guarantee, and within fifteen minutes of being placed where a piece is marked as scarce; otherwise it ends, and its pieces are free again.',
      'If three of your orders in a day end unpaid, the pieces of the next one are set aside when it is paid, not before.',
      'So that nobody holds prices open without buying, there are limits to what can be held for one member and for all at a time. Beyond them we make no further guarantee until part of it is paid, cancelled or over.',
      'Payment counts as received when the payment provider has told us so. Money that comes late, twice or in a wrong amount is kept apart for you: within 24 hours you choose whether to buy at the price of that moment or to have it back.',
      'Card numbers are entered at the payment provider and never reach us.',
    ],
  },
  {
    since: 1,
    heading: 'Delivery, pickup and risk',
    text: [
      'We deliver by insured courier to the recipient named on the order, against an identity card, or hand the order over at the counter you chose against the pickup code and an identity card.',
      'Until that moment we carry every risk of loss and damage. Ownership passes to you with the piece.',
      'An order that is ready for pickup is kept for thirty days. After that we may send it to your address at your cost.',
    ],
  },
  {
    since: 2,
    heading: 'Cancellation',
    text: [
      'You may cancel an order that is not yet paid at any time and at no cost.',
      'You may cancel a paid order within thirty minutes of payment unless we have begun to prepare it. It is settled at our buyback price of that minute in both directions: what you gain is paid to you, what you lose is kept by us but never more than three percent of the order.',
      'Because the price of gold depends on movements of the market that we cannot influence, there is no further right to withdraw.',
    ],
    renewed: [
      'You may cancel an order that is not yet paid at any time and at no cost.',
      'You may cancel a paid order within thirty minutes of payment unless we have begun to prepare it. It is settled at the price of that minute. If the same order costs less by then, we keep the difference; if our buyback price for its gold is above everything you paid, you are paid the difference. Otherwise you get back exactly what you paid.',
      'If the difference that we would keep is more than three percent of the goods, the order is not cancelled. You can sell the pieces to us at the buyback price.',
      'Because the price of gold depends on movements of the market that we cannot influence, there is no further right to withdraw.',
    ],
  },
  {
    since: 1,
    heading: 'Refunds and complaints',
    text: [
      'If a piece is not what the invoice says, is damaged or does not arrive, tell us from the order within seven days of delivery. You may choose between another piece, repair where that makes sense, and your money.',
      'We answer within two working days. Money goes back the way it came.',
    ],
  },
  {
    since: 1,
    heading: 'Buyback',
    text: [
      'We buy back sealed Karat pieces at the buyback price shown at that moment, as long as trading is open. Pieces without their seal are tested first; the cost of the test is named beforehand.',
      'We do not promise that the price will rise, and nothing on these pages is advice to buy.',
    ],
  },
  {
    since: 4,
    heading: 'Gold accounts: whose the gold is',
    text: [
      'Grams that you buy for your gold account are yours from the moment they are booked. What you own is a share, in grams of fine gold, of the numbered bars that we keep for the members of your store. It is not ours: we do not lend it out, and it does not answer for our debts.',
      'When you redeem grams they remain yours until a bar with a serial number is assigned to you; from then on that bar is yours. It is the delivery of what you own, not a second sale: only premium and making are charged.',
      'Money in your cash balance is not gold. It is a claim on us, and it bears no interest.',
    ],
  },
  {
    since: 4,
    heading: 'Gold accounts: value that has not cleared',
    text: [
      'The holder of a card can have a payment taken back for months. What you paid by card is yours to hold and to sell at once. For 7 days, or for 14 while you have no completed order, neither that value nor what it was sold for can be sent, redeemed or paid out. Your account shows the day on which it clears.',
      'If a card payment is disputed, that value is frozen until the dispute is decided. What is then missing you owe us.',
    ],
  },
  {
    since: 4,
    heading: 'Gold accounts: what you may hold and receive',
    text: [
      'Your level says how much gold you may hold. What others send you never takes you above it: what does not fit waits, and then goes back to its sender. A lower level never keeps you from selling or redeeming what you have.',
    ],
  },
  {
    since: 4,
    heading: 'Gold accounts: death, courts and authorities',
    text: [
      'When we learn of a death or a guardianship, or receive the order of a court or an authority, the whole account is frozen until the documents have been examined, savings plans included. Gold and money then go to whoever is entitled to them. Two people of our house decide that together.',
    ],
  },
  {
    since: 4,
    heading: 'Gold accounts: closing',
    text: [
      'An account can be closed once its gold and money have been sold, paid out or redeemed. What one of us still owes the other remains owed.',
    ],
  },
  {
    since: 1,
    heading: 'Knowing our customers',
    text: [
      'The law obliges us to know who buys and sells gold above certain amounts. We then ask for your name, an identity document and where the money comes from. Until that is settled, larger orders wait; selling what you already own is never blocked by it.',
    ],
  },
  {
    since: 2,
    heading: 'Your data',
    text: [
      'We keep what an order, the law and your safety need, for as long as the [privacy notice](/privacy) says. You may ask to see, correct or delete it; we answer within 72 hours.',
    ],
  },
  {
    since: 1,
    heading: 'What you send us',
    text: [
      'Testimonials and pictures remain yours. By sending them you allow us to show them with your given name and initial until you ask us to take them down. Staff look at each before it is shown; we do not change what you wrote.',
    ],
  },
  {
    since: 1,
    heading: 'Liability',
    text: [
      'We are liable for what we and those we engage do wrong, without limit where life, health or intent is concerned, otherwise up to the value of the order. We are not liable for movements of the market while the shop was paused for reasons outside our control.',
    ],
  },
  {
    since: 1,
    heading: 'Changes and ending',
    text: [
      'A new version is announced here at least thirty days before it takes effect, except where the law leaves less time. It applies to you once you accept it. If you do not, you may close your account and keep everything you own.',
      'You may close your account at any time. We may close it with thirty days’ notice, or at once where the law obliges us to.',
    ],
  },
  {
    since: 1,
    heading: 'Law and courts',
    text: [
      'The law of the country of your store applies. Disputes go first to our complaints desk, then to the consumer dispute body of that country, and only then to its courts.',
    ],
  },
]
