/** Agents and their commissions. */
export const agents = {
  agents: {
    /** The terms that an application shows and signs; another text is another version. */
    termsVersion: '2026-11',
    /** The least level of somebody who applies. */
    level: 1,
    /** Of what clients buy, in millionths, until a store has rates of its own. */
    commissionPpm: 1000,
    /** What is withheld of a commission for the tax of an agent, in millionths: who has told their tax number, and who has not. */
    withheldPpm: {
      id: { numbered: 25_000, unnumbered: 30_000 },
      my: { numbered: 20_000, unnumbered: 20_000 },
    },
    /** Days in which a client may confirm what was prepared. */
    prepareDays: 7,
    /** Preparations of an agent that may wait at a time, for all clients and for one. */
    ...{ mostPrepared: 50, mostPreparedEach: 5 },
    /** Seconds between two looks at what the clients of an agent bought. */
    lookSeconds: 300,
    /** Rows of a page of purchases or clients; months, preparations that are listed, months that may be asked for. */
    ...{ pageSize: 20, listedMonths: 12, listedPrepared: 50, mostMonths: 60 },
    /** Rows of the file of everything. */
    mostExported: 20_000,
  },
} as const
