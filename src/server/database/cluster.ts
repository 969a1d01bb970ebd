import type { ClientConfig } from 'pg'

/** A PostgreSQL cluster on disk. */
export type Cluster = { folder: string; password: string }

/** The only role of the embedded cluster. */
export const CLUSTER_USER = 'selvedge'

/** The embedded PostgreSQL listens nowhere else. */
export const POSTGRES_HOST = '127.0.0.1'

export const connectionOf = (cluster: Cluster, port: number, database: string): ClientConfig => ({
  host: POSTGRES_HOST,
  port,
  user: CLUSTER_USER,
  password: cluster.password,
  database,
  connectionTimeoutMillis: 5_000,
})
