/** A test that has the database do what Citus refuses on distributed tables, such as triggers, or that needs one without it. */
export const itWithoutCitus = process.env['TEST_CITUS_URL'] ? it.skip : it;
/** A suite of such tests. */
export const describeWithoutCitus = process.env['TEST_CITUS_URL'] ? describe.skip : describe;
/** A test of what only a distributed database shows. */
export const itOnCitus = process.env['TEST_CITUS_URL'] ? it : it.skip;
