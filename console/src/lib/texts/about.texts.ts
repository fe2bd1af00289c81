export const about = {
  version: 'Version',
  company: 'Company',
  api: 'API',
  mcp: 'MCP',
  documentation: 'Documentation',
  unknown: 'Unknown',
};
