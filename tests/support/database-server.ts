/** Starts one PostgreSQL for the whole run, without durability, migrates and seeds a template, and names it to the tests. */
import { rmSync } from 'node:fs'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { readConfig } from '../../src/config.ts'
import { startEmbedded } from '../../src/db/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { seedDemo } from '../../src/home/seed-demo.ts'
import { testEnvironment } from './environment.ts'
import { newFolder } from './folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    server: string
  }
}

export default async function setup(project: TestProject) {
  const folder = newFolder('test')
  const embedded = await startEmbedded(folder, { fast: true })
  const template = embedded.connectionString.replace(/karat$/, 'template_shop')
  const client = new pg.Client({ connectionString: embedded.connectionString })
  await client.connect()
  await client.query('create database template_shop')
  await client.end()
  await migrate(template)
  await seedDemo(template, readConfig(testEnvironment))
  await analyse(template)
  project.provide('server', embedded.connectionString)
  return async () => {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** As a shop that runs is by itself: without, the audit of each copy takes twice as long. */
async function analyse(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('analyze')
  await client.end()
}
