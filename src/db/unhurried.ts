import { sql } from './database.ts'

/**
 * The part of a statement, named `unhurried` and to be joined where it acts, by which its transaction commits without waiting for
 * the disk: a database that breaks down may lose it, with what else was committed so in its last half second, and nothing that
 * was committed after it in the usual way. For what was neither promised nor paid, and is done again when it is lost (docs/decisions/0058).
 */
export const unhurried = sql`unhurried as materialized (select set_config('synchronous_commit', 'off', true))`
