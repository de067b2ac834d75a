/** E-mail and text messages. */
export const messages = {
  mail: {
    /** How long a message is worth sending: a code is dead by then, an alarm that comes days late says nothing new. */
    worthSeconds: {
      code: 600,
      security: 259_200,
      account: 86_400,
      order: 259_200,
      trade: 259_200,
      contact: 259_200,
      activity: 259_200,
      back_in_stock: 86_400,
      /** By then the price is another one. */
      price_alert: 3600,
      news: 259_200,
    },
    tries: 5,
    /** The second try waits this long, each later one four times as long as the one before. */
    backoffSeconds: 30,
    /** While nobody answers at the provider, which counts as no try. */
    awaySeconds: 30,
    /** Longer than any hand-over can take: whoever still claims a message then has died. */
    claimSeconds: 120,
    atOnce: 4,
    keepDays: 90,
  },
  sms: {
    /** Calling codes of the countries whose mobile numbers a store texts: those of the two houses. */
    countries: { id: ['62', '60'], my: ['60', '62'] },
    /** Text messages a day of a store, and to numbers that begin alike: to new numbers, and in all. */
    perDay: {
      new: { perStore: 2000, perPrefix: 300 },
      member: { perStore: 20_000, perPrefix: 5000 },
      /** To one number, and so many more codes and alarms; new numbers that one network address asks for. */
      ...{ perNumber: 20, urgentPerNumber: 20, perAsker: 60 },
    },
    /** From here on the office is told. */
    alarmAtPercent: 80,
  },
} as const
