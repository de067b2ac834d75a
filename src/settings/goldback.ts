/** Physical gold that members sell back to the house (product.md §7, decision 0105). */
export const goldback = {
  goldback: {
    /** How long a price is shown while its consignment is signed, and how much longer the server holds it. */
    ...{ quoteSeconds: 600, graceSeconds: 5 },
    /** Pieces of one case at most. */
    mostPieces: 20,
    /** Fine gold of one member whose price may be fixed before it is handed over: until so many days after the signature. */
    ...{ fixedGrams: 50, fixedDays: 5 },
    /**
     * Gold that was not bought here: pieces of one case, photographs of each, gross grams of each, and the least fine that is bought (parts of
     * fine gold in 10,000), all but the last at most.
     */
    other: { pieces: 5, photographs: 4, grams: 1_000, leastFine: 3_330 },
    /** Cases of one member at most that are open and of gold that nobody vouches for: not bought here, or bought by somebody else. */
    mostUnvouched: 5,
    /** Pictures of one case at most, of each side. */
    mostPictures: 20,
    /** A case lapses when nobody has come by then; after a fixed price for which nobody came none is fixed for so many days. */
    ...{ comeDays: 14, noShowDays: 90 },
    /** Of which estimate on a courier collects free of charge, and what one parcel is insured for at most; minor units by currency. */
    collection: {
      IDR: { least: 5_000_000n, most: 500_000_000n },
      MYR: { least: 150_000n, most: 15_000_000n },
      USD: { least: 50_000n, most: 3_000_000n },
    },
    /** A courier's first scan is noted within so many days, or it fixes no price that is over. */
    scanDays: 3,
    /** So many days after its case is over the address of a collection is destroyed, and the pictures of what nobody brought. */
    addressDays: 90,
    /** Days in which a counter-offer is answered. */
    answerDays: 3,
    /** What was bought back is not sold before it has lain for so many days. */
    holdDays: 30,
    /** Of a case of this amount and more two people say that it is paid; minor units by currency. */
    twoPeopleFrom: { IDR: 50_000_000n, MYR: 1_500_000n, USD: 300_000n },
  },
} as const
