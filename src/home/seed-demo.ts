// STUB: replaced by the catalogue slice.
export const demoAccounts: string[] = []
/** Fills an empty database with the demo shop; does nothing on a database that has one. */
export async function seedDemo(_connectionString: string): Promise<void> {}
