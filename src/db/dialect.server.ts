import { type Driver, PostgresDialect } from 'kysely';

/**
 * PostgreSQL, where a transaction that fails because its connection broke throws that error: the ROLLBACK fails then, too,
 * and would hide it. The database rolls back by itself.
 */
export class SiteDialect extends PostgresDialect {
  override createDriver(): Driver {
    const driver = super.createDriver();
    const rollback = driver.rollbackTransaction.bind(driver);
    driver.rollbackTransaction = (connection) => rollback(connection).catch(() => {});
    return driver;
  }
}
