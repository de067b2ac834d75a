/** Tables with nothing of a member in them. Every other table is classified above: one that is in neither fails the test. */
export const ofNobody =
  'catalogue.categories catalogue.picture_files catalogue.pictures catalogue.products catalogue.revaluations catalogue.skus catalogue.stock_moves content.agreements content.banners content.news content.pages content.partners content.problem_groups content.problems delivery.pickup_points delivery.regions foundation.instances foundation.key_fingerprints karat_applied_migrations ledger.account_kinds ledger.chain_heads ledger.published_heads ledger.transfer_kinds mail.sms_budgets orders.exposure orders.price_windows papers.counters pricing.candles pricing.closed_spreads pricing.feed pricing.halts pricing.quarantines pricing.reference_readings pricing.spreads pricing.ticks staff.challenges staff.invitations staff.people staff.sessions staff.sign_in_failures stores.demo_parts stores.stores'.split(
    ' ',
  )
