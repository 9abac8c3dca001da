import { type Driver, PostgresDialect } from 'kysely';

/** Throws the error of a transaction whose connection broke, which the failing ROLLBACK would hide. */
export class SiteDialect extends PostgresDialect {
  override createDriver(): Driver {
    const driver = super.createDriver();
    const rollback = driver.rollbackTransaction.bind(driver);
    driver.rollbackTransaction = (connection) => rollback(connection).catch(() => {});
    return driver;
  }
}
