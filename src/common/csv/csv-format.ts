/** How CSV files are read, whoever reads them (moving 2.1, 2.7). */
export const CSV_FORMAT = {
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  record_delimiter: ['\r\n', '\n', '\r'],
};

/** The sign that the service's own CSV puts before a cell that could be a formula (extensions 4.5). */
export const OWN_GUARD = /^'(?=[=+\-@'\t\r])/;
