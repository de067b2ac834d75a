import { expect, test } from 'vitest'
import { givenBack, shareLoss } from './dispute-rules.ts'

test.each([
  ['an order: the house loses it', { there: 100n, suspended: 0n, has: undefined }, [100n, 0n, 0n]],
  [
    'a deposit whose cash is there: its member gives it back',
    { there: 100n, suspended: 0n, has: 300n },
    [100n, 0n, 100n],
  ],
  ['a deposit whose cash is partly spent', { there: 100n, suspended: 0n, has: 60n }, [60n, 40n, 60n]],
  ['what waited in suspense is nobody’s', { there: 100n, suspended: 30n, has: 60n }, [90n, 10n, 60n]],
  ['nothing is there', { there: 0n, suspended: 0n, has: 60n }, [0n, 0n, 0n]],
] as const)('what a lost dispute takes: %s', (_what, lost, [loss, spent, taken]) => {
  expect(shareLoss(lost)).toEqual({ loss, spent, taken })
})

test.each([
  ['nothing was set off', { setOff: 0n, chargedBack: 0n, wasTaken: 0n, taken: 0n }, [0n, 0n]],
  ['what is set off is still lost', { setOff: 60n, chargedBack: 100n, wasTaken: 0n, taken: 0n }, [0n, 0n]],
  ['a sale that was undone', { setOff: 100n, chargedBack: 0n, wasTaken: 0n, taken: 0n }, [0n, 100n]],
  ['a part of it is still lost', { setOff: 100n, chargedBack: 80n, wasTaken: 0n, taken: 0n }, [0n, 20n]],
  ['cash that was taken', { setOff: 60n, chargedBack: 0n, wasTaken: 60n, taken: 0n }, [60n, 0n]],
  ['cash and a surplus', { setOff: 65n, chargedBack: 0n, wasTaken: 60n, taken: 0n }, [60n, 5n]],
  ['cash of which a part is still taken', { setOff: 100n, chargedBack: 80n, wasTaken: 100n, taken: 80n }, [20n, 0n]],
  ['never more than there is', { setOff: 100n, chargedBack: 90n, wasTaken: 100n, taken: 0n }, [10n, 0n]],
] as const)('what a turn gives back: %s', (_what, turn, [cash, suspense]) => {
  expect(givenBack(turn)).toEqual({ cash, suspense })
})
